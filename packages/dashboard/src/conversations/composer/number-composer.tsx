import { Button, Group, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { InteractiveInput } from '@replywright/contract/message-objects.ts'
import * as v from 'valibot'
import { readDraft, writeDraft } from '../../api/drafts.ts'
import { fieldErrors } from '../../ui/form-errors.ts'
import { FormError } from '../../ui/form-parts.tsx'
import { Hint } from '../../ui/text.tsx'
import classes from './composer.module.css'
import { useSend } from './use-outbox.ts'

const LONGEST_TEXT = 1024
const FIELDS = ['body'] as const
const KIND = 'request_contact_info'

/** A text with a button with which a customer who hides the phone number shares it. */
export function NumberComposer({
  conversationId,
  isTakingOver,
  onSent,
}: {
  readonly conversationId: string
  /** Whether sending takes the conversation over. */
  readonly isTakingOver: boolean
  readonly onSent: () => void
}) {
  const draft = `number:${conversationId}`
  const form = useForm({
    initialValues: { body: readDraft(draft) },
    validate: { body: (body) => (body.trim() === '' ? 'Write what you need the number for.' : null) },
    onValuesChange: ({ body }) => writeDraft(draft, body),
  })
  const finish = () => {
    writeDraft(draft, '')
    onSent()
  }
  const { send, isSending, error } = useSend(conversationId, finish, isTakingOver)
  const submit = form.onSubmit(({ body }) => {
    const interactive = { type: KIND, body: { text: body.trim() }, action: { name: KIND } }
    send(v.parse(InteractiveInput, { type: 'interactive', interactive }), (refusal) =>
      form.setErrors(fieldErrors(refusal, FIELDS)),
    )
  })
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <FormError error={error} fields={FIELDS} />
      <Textarea
        label="Text"
        dir="auto"
        required
        autoFocus
        minRows={1}
        maxRows={6}
        maxLength={LONGEST_TEXT}
        {...form.getInputProps('body')}
      />
      <Group justify="space-between">
        <Hint>The customer shares the number with a button below the text.</Hint>
        <Button type="submit" size="xs" loading={isSending}>
          {isTakingOver ? 'Take over and send' : 'Send'}
        </Button>
      </Group>
    </form>
  )
}
