import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { Template } from '@messaging/contract/templates.ts'
import { Link } from '@tanstack/react-router'
import { FormError } from '../../ui/form-error.tsx'
import { templateFields, unsendablePart } from '../template-fields.ts'
import { TemplateParts } from '../template-message.tsx'
import type { VariableValues } from '../template-text.ts'
import classes from './composer.module.css'
import type { ApprovedTemplates } from './use-approved-templates.ts'

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
  if (isSandbox) return <Text size="sm">The sandbox number has no templates.</Text>
  if (data?.length === 0)
    return (
      <Text size="sm">
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
        <Text size="xs" c="dimmed" role="status">
          Changed since published. Customers get the published text.{' '}
          <Link to="/templates/$id" params={{ id: chosen.id }}>
            Open template
          </Link>
        </Text>
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
          {fields.map(({ key, label }) => (
            <TextInput
              key={key}
              size="xs"
              label={label}
              required
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
