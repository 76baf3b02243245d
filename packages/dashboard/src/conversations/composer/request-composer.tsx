import { Button, Group, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { readDraft, writeDraft } from '../../api/drafts.ts'
import { fieldErrors } from '../../ui/form-errors.ts'
import { FormError } from '../../ui/form-parts.tsx'
import { Hint } from '../../ui/text.tsx'
import classes from './composer.module.css'
import { type RequestName, requestInput, requestKind } from './request-kinds.ts'
import { useSend } from './use-outbox.ts'

const LONGEST_TEXT = 1024
const FIELDS = ['body'] as const

/** A text with one button of the provider, such as the one with which a customer shares a hidden phone number. */
export function RequestComposer({
  conversationId,
  name,
  isTakingOver,
  sendLabel,
  onSent,
}: {
  readonly conversationId: string
  readonly name: RequestName
  /** Whether sending takes the conversation over. */
  readonly isTakingOver: boolean
  readonly sendLabel: string
  readonly onSent: () => void
}) {
  const { hint, missing } = requestKind(name)
  const draft = `${name}:${conversationId}`
  const form = useForm({
    initialValues: { body: readDraft(draft) },
    validate: { body: (body) => (body.trim() === '' ? missing : null) },
    onValuesChange: ({ body }) => writeDraft(draft, body),
  })
  const finish = () => {
    writeDraft(draft, '')
    onSent()
  }
  const { send, isSending, error } = useSend(conversationId, finish, isTakingOver)
  const submit = form.onSubmit(({ body }) => {
    send(requestInput(name, body), (refusal) => form.setErrors(fieldErrors(refusal, FIELDS)))
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
      <Group justify="space-between" wrap="nowrap">
        <Hint>{hint}</Hint>
        <Button type="submit" size="xs" flex="none" loading={isSending}>
          {sendLabel}
        </Button>
      </Group>
    </form>
  )
}
