import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { getPhoneNumber } from '@replywright/contract/phone-numbers.ts'
import { listTemplates, type Template } from '@replywright/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read, readList } from '../../api/call.ts'
import { isChanged, publishedVersion } from '../../templates/publication.ts'
import { readLinksOf } from '../../templates/template-links.ts'
import { FormError } from '../../ui/form-parts.tsx'
import { Hint } from '../../ui/text.tsx'
import { isFilled, templateFields, templateInput, unsendablePart } from '../template-fields.ts'
import { TemplateParts } from '../template-message.tsx'
import type { VariableValues } from '../template-text.ts'
import classes from './composer.module.css'
import { useSend } from './use-outbox.ts'

/** A selected template and the values of its variables. */
export interface TemplateChoice {
  /** Empty if no template is selected. */
  readonly templateId: string
  readonly values: VariableValues
}

/** Selects an approved template, edits its variables and shows a preview. */
export function TemplateField({
  templates: { data, chosen, isChanged, error, isSandbox },
  choice,
  onChange,
}: {
  readonly templates: ApprovedTemplates
  readonly choice: TemplateChoice
  readonly onChange: (choice: TemplateChoice) => void
}) {
  if (error && !data) return <FormError error={error} />
  if (isSandbox) return <Text>The sandbox number has no templates.</Text>
  if (data?.length === 0)
    return (
      <Text>
        This number’s account has no approved template. <Link to="/templates">Publish a template</Link>
      </Text>
    )
  return (
    <>
      <FormError error={error} />
      <NativeSelect
        label="Template"
        value={choice.templateId}
        onChange={(event) => onChange({ templateId: event.currentTarget.value, values: {} })}
        data={[
          { value: '', label: data ? 'Choose a template' : 'Loading templates' },
          ...(data ?? []).map((template) => optionOf(template)),
        ]}
      />
      {chosen && isChanged && (
        <Hint role="status">
          Changed since published. Customers get the published text.{' '}
          <Link to="/templates/$id" params={{ id: chosen.id }}>
            Open template
          </Link>
        </Hint>
      )}
      {chosen && (
        <ChosenTemplate
          template={chosen}
          values={choice.values}
          onChange={(values) => onChange({ ...choice, values })}
        />
      )}
    </>
  )
}

/** Returns the option of a template, which says why it cannot be sent here. */
function optionOf({ id, name, language, components }: Template) {
  const part = unsendablePart({ components })
  const label = `${name} (${language})`
  return part ? { value: id, label: `${label}: has ${part}, send it by the API`, disabled: true } : { value: id, label }
}

function ChosenTemplate({
  template,
  values,
  onChange,
}: {
  readonly template: Template
  readonly values: VariableValues
  readonly onChange: (values: VariableValues) => void
}) {
  const fields = templateFields(template)
  return (
    <>
      {fields.length > 0 && (
        <div className={classes.variables}>
          {fields.map(({ key, label, sample }) => (
            <TextInput
              key={key}
              size="xs"
              label={label}
              required
              {...(sample && { placeholder: `For example ${sample}` })}
              value={values[key] ?? ''}
              onChange={(event) => onChange({ ...values, [key]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
      <section className={classes.preview} aria-label="Preview">
        <TemplateParts template={template} values={values} />
      </section>
    </>
  )
}

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

/** The templates that can be sent from a number. */
interface ApprovedTemplates {
  readonly data: readonly Template[] | undefined
  /** The chosen one as the provider has it; undefined until it is known. */
  readonly chosen: Template | undefined
  /** Whether the chosen one is not known yet. */
  readonly isLoading: boolean
  /** Whether its draft was changed since. */
  readonly isChanged: boolean
  readonly error: Error | null
  /** Whether the number is a sandbox number, which has no account and no templates. */
  readonly isSandbox: boolean
}

/** Returns the templates that are approved on the account of a number; none for an empty number. */
export function useApprovedTemplates(msgNumber: string, templateId: string): ApprovedTemplates {
  const number = useQuery({ ...read(getPhoneNumber, { params: { n: msgNumber } }), enabled: msgNumber !== '' })
  const templates = useQuery(readList(listTemplates, {}))
  // Those of the template that was chosen before would show and send its text.
  const links = useQuery({ ...readLinksOf(templateId), enabled: templateId !== '' })
  const accountId = number.data?.account?.id
  const data = number.data && templates.data?.filter((template) => isApprovedOn(template, accountId))
  const draft = data?.find(({ id }) => id === templateId)
  const link = links.data?.find((one) => one.accountId === accountId)
  return {
    data,
    chosen: draft && links.data && publishedVersion(draft, link),
    isLoading: templateId !== '' && (data === undefined || (draft !== undefined && links.data === undefined)),
    isChanged: draft !== undefined && isChanged(draft, link),
    error: number.error ?? templates.error ?? links.error,
    isSandbox: number.data?.isSandbox ?? false,
  }
}

function isApprovedOn({ accountLinks }: Template, accountId: string | undefined): boolean {
  return accountLinks.some((link) => link.accountId === accountId && link.status === 'APPROVED')
}
