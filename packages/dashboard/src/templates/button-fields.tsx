import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FIELD_ORDER } from '../ui/form-parts.tsx'
import { AddRow, focusFirst, RemoveRow } from '../ui/row-buttons.tsx'
import classes from './template.module.css'
import { BUTTON_KINDS, BUTTON_NAMES, type FormButton } from './template-form.ts'
import { variablesOf } from './variables.ts'

const TARGET_HINTS = {
  URL: 'Can end with a variable: https://example.com/t/{{1}}',
  PHONE_NUMBER: 'With plus and country code.',
  COPY_CODE: 'For example SPRING25.',
}

const TARGET_LABELS = { URL: 'URL', PHONE_NUMBER: 'Phone number', COPY_CODE: 'Sample code' }

const KINDS = BUTTON_KINDS.map((value) => ({ value, label: BUTTON_NAMES[value] }))
const MAX_BUTTONS = 10

export function ButtonFields({
  buttons,
  onChange,
}: {
  readonly buttons: readonly FormButton[]
  readonly onChange: (buttons: readonly FormButton[]) => void
}) {
  const [added, setAdded] = useState<string>()
  const add = () => {
    const key = crypto.randomUUID()
    setAdded(key)
    onChange([...buttons, { key, type: 'QUICK_REPLY', text: '', target: '', sample: '' }])
  }
  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        Buttons
      </Text>
      <Stack gap="xs">
        {buttons.map((button, index) => (
          <ButtonRow
            key={button.key}
            button={button}
            number={index + 1}
            isNew={button.key === added}
            onChange={(change) => onChange(buttons.map((item) => (item === button ? { ...item, ...change } : item)))}
            onRemove={() => onChange(buttons.filter((item) => item !== button))}
          />
        ))}
        <Group>
          <AddRow disabled={buttons.length >= MAX_BUTTONS} onClick={add}>
            Add button
          </AddRow>
        </Group>
      </Stack>
    </fieldset>
  )
}

function ButtonRow({
  button: { type, text, target, sample },
  number,
  isNew,
  onChange,
  onRemove,
}: {
  readonly button: FormButton
  readonly number: number
  readonly isNew: boolean
  readonly onChange: (change: Partial<FormButton>) => void
  readonly onRemove: () => void
}) {
  return (
    <div ref={isNew ? focusFirst : undefined} className={classes.button}>
      <div className={classes.fields}>
        <NativeSelect
          size="xs"
          label={`Button ${number}`}
          data={KINDS}
          value={type}
          onChange={({ currentTarget }) =>
            onChange({
              type: BUTTON_KINDS.find((kind) => kind === currentTarget.value) ?? 'QUICK_REPLY',
              target: '',
              sample: '',
            })
          }
        />
        {type !== 'COPY_CODE' && (
          <TextInput
            size="xs"
            label="Text"
            value={text}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        )}
        {type !== 'QUICK_REPLY' && (
          <TextInput
            size="xs"
            label={TARGET_LABELS[type]}
            description={TARGET_HINTS[type]}
            inputWrapperOrder={FIELD_ORDER}
            value={target}
            onChange={(event) => onChange({ target: event.currentTarget.value })}
          />
        )}
        {type === 'URL' && variablesOf(target).length > 0 && (
          <TextInput
            size="xs"
            label="Sample URL"
            description="The URL with a value for the variable."
            inputWrapperOrder={FIELD_ORDER}
            value={sample}
            onChange={(event) => onChange({ sample: event.currentTarget.value })}
          />
        )}
      </div>
      <RemoveRow label={`Remove button ${number}`} onClick={onRemove} />
    </div>
  )
}
