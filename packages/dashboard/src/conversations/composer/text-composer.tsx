import { ActionIcon, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { FormError } from '../../ui/form-error.tsx'
import classes from './composer.module.css'
import { useSend } from './use-send.ts'

const LONGEST = 4096

/** Plain text; Enter sends it, Shift and Enter begin a new line. */
export function TextComposer({ conversationId }: { readonly conversationId: string }) {
  const [text, setText] = useState('')
  const { send, isSending, error } = useSend(conversationId, () => setText(''))
  const submit = () => {
    if (text.trim() !== '' && !isSending) send({ type: 'text', text: { body: text } })
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FormError error={error} />
      <div className={classes.line}>
        <Textarea
          flex={1}
          aria-label="Message"
          placeholder="Write to the customer"
          autosize
          maxRows={8}
          maxLength={LONGEST}
          readOnly={isSending}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={sendOnEnter}
        />
        <ActionIcon type="submit" size={36} aria-label="Send" loading={isSending} disabled={text.trim() === ''}>
          <IconSend size={18} aria-hidden />
        </ActionIcon>
      </div>
    </form>
  )
}
