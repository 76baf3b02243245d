import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { FormError } from '../../ui/form-error.tsx'
import { isFilled, templateInput } from '../template-fields.ts'
import classes from './composer.module.css'
import { type TemplateChoice, TemplateField } from './template-field.tsx'
import { useApprovedTemplates } from './use-approved-templates.ts'
import { useSend } from './use-send.ts'

const NONE: TemplateChoice = { templateId: '', values: {} }

/** Sends an approved template of the number's account, with its variables. */
export function TemplateComposer({
  conversationId,
  msgNumber,
  onSent,
}: {
  readonly conversationId: string
  readonly msgNumber: string
  readonly onSent: () => void
}) {
  const [choice, setChoice] = useState(NONE)
  const templates = useApprovedTemplates(msgNumber, choice.templateId)
  const { send, isSending, error } = useSend(conversationId, () => {
    setChoice(NONE)
    onSent()
  })
  const template = templates.chosen
  const isComplete = template !== undefined && isFilled(template, choice.values)
  const submit = () => {
    if (!template || !isComplete) return
    send({ type: 'template', template: templateInput(template, choice.values) })
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
      <TemplateField templates={templates} choice={choice} onChange={setChoice} />
      {template && (
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={isSending} disabled={!isComplete}>
            Send template
          </Button>
        </Group>
      )}
    </form>
  )
}
