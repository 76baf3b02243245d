import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { focusFirst } from '../../ui/focus-first.ts'
import { AddRow, RemoveRow } from '../../ui/row-buttons.tsx'
import { newKey } from '../editor/agent-form.ts'
import { type Kind, LOCATION_NAMES, nameProblem, type Parameter, type ParameterLocation } from './api-schema.ts'
import classes from './api-schema-field.module.css'

const KINDS = [
  { value: 'description', label: 'Filled by the model' },
  { value: 'value', label: 'Fixed, secret' },
  { value: 'public', label: 'Fixed, public' },
] as const satisfies readonly { readonly value: Kind; readonly label: string }[]

export function ParametersField({
  location,
  parameters,
  onChange,
}: {
  readonly location: ParameterLocation
  readonly parameters: readonly Parameter[]
  readonly onChange: (parameters: readonly Parameter[]) => void
}) {
  const { title, one } = LOCATION_NAMES[location]
  const [added, setAdded] = useState<string>()
  const add = () => {
    const key = newKey()
    setAdded(key)
    onChange([...parameters, { key, name: '', kind: 'description', text: '', rest: {} }])
  }
  return (
    <fieldset className={classes.location}>
      <legend className={classes.legend}>{title}</legend>
      <div className={classes.parameters}>
        {parameters.map((parameter) => (
          <ParameterRow
            key={parameter.key}
            one={one}
            isNew={parameter.key === added}
            parameter={parameter}
            problem={nameProblem(parameter.name, parameters)}
            needsValue={location === 'request_headers' && parameter.kind !== 'description'}
            onChange={(changed) => onChange(parameters.map((each) => (each === parameter ? changed : each)))}
            onRemove={() => onChange(parameters.filter((each) => each !== parameter))}
          />
        ))}
        {parameters.some(({ kind }) => kind === 'value') && (
          <Text size="xs" c="dimmed">
            Secret values are stored encrypted. They are hidden from the model, from read keys and from users that the
            agent is shared with.
          </Text>
        )}
        <div>
          <AddRow size="compact-xs" variant="subtle" onClick={add}>
            Add {one}
          </AddRow>
        </div>
      </div>
    </fieldset>
  )
}

function ParameterRow({
  one,
  isNew,
  parameter,
  problem,
  needsValue,
  onChange,
  onRemove,
}: {
  readonly one: string
  readonly isNew: boolean
  readonly parameter: Parameter
  readonly problem: string | undefined
  readonly needsValue: boolean
  readonly onChange: (parameter: Parameter) => void
  readonly onRemove: () => void
}) {
  const { name, kind, text } = parameter
  return (
    <div ref={isNew ? focusFirst : undefined} className={classes.parameter}>
      <TextInput
        size="xs"
        label="Name"
        aria-label={`${one} name`}
        value={name}
        error={problem}
        onChange={(event) => onChange({ ...parameter, name: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label="Source"
        aria-label={`Source of ${name || one}`}
        data={KINDS}
        value={kind}
        onChange={(event) => {
          const chosen = KINDS.find(({ value }) => value === event.currentTarget.value)
          if (chosen) onChange({ ...parameter, kind: chosen.value })
        }}
      />
      <TextInput
        size="xs"
        aria-label={kind === 'description' ? `Description of ${name || one}` : `Value of ${name || one}`}
        label={kind === 'description' ? 'Description for the model' : 'Value, may contain %PHONE_NUMBER%'}
        value={text}
        error={needsValue && text === '' && 'Required'}
        onChange={(event) => onChange({ ...parameter, text: event.currentTarget.value })}
      />
      <RemoveRow label={`Remove ${name || one}`} onClick={onRemove} />
    </div>
  )
}
