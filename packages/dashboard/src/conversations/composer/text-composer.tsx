import { useState } from 'react'
import { MessageField } from '../../chat/message-field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import classes from './composer.module.css'
import { useSend } from './use-send.ts'

/** Sends a text. The text stays in the field until it is sent. */
export function TextComposer({ conversationId }: { readonly conversationId: string }) {
  const [text, setText] = useState('')
  const { send, isSending, error } = useSend(conversationId, () => setText(''))
  return (
    <div className={classes.form}>
      <FormError error={error} />
      <MessageField
        className={classes.line}
        placeholder="Message to the customer"
        maxRows={8}
        text={text}
        onText={setText}
        onSend={(body) => send({ type: 'text', text: { body } })}
        isSending={isSending}
        isKept
      />
    </div>
  )
}
