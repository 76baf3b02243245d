import { Button, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldErrors } from '../../ui/form-errors.ts'
import { FormError } from '../../ui/form-parts.tsx'
import { LimitedInput } from '../../ui/limited-input.tsx'
import { AddRow, focusFirst, RemoveRow } from '../../ui/row-buttons.tsx'
import { BUTTONS_FIELDS, ButtonsValues, type ButtonValues, buttonsMessage, validateButtons } from './buttons-values.ts'
import classes from './composer.module.css'
import { HeaderFields } from './header-fields.tsx'
import { NO_HEADER } from './header-values.ts'
import { type ComposerForm, useDraftedForm } from './use-drafted-form.ts'

const TYPES = [
  { value: 'quick_reply', label: 'Quick reply' },
  { value: 'url', label: 'Link' },
]
const MAX_BUTTONS = 3

const newButton = (): ButtonValues => ({ key: crypto.randomUUID(), type: 'quick_reply', text: '', url: '' })
const empty = (): ButtonsValues => ({ header: NO_HEADER, body: '', buttons: [newButton()] })
const FORM = { schema: ButtonsValues, empty, validate: validateButtons }

/** A text with up to three quick replies, or one link, below a title or a file if wanted. */
export function ButtonsComposer(message: ComposerForm) {
  const { form, send, isSending, error } = useDraftedForm('buttons', FORM, message)
  const { buttons, header } = form.values
  const [added, setAdded] = useState<string>()
  const add = () => {
    const button = newButton()
    setAdded(button.key)
    form.insertListItem('buttons', button)
  }
  const submit = form.onSubmit((values) =>
    send(buttonsMessage(values), (refusal) => form.setErrors(fieldErrors(refusal, BUTTONS_FIELDS))),
  )
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <FormError error={error} fields={BUTTONS_FIELDS} />
      <HeaderFields type={header.type} inputProps={(field) => form.getInputProps(`header.${field}`)} />
      <Textarea label="Text" dir="auto" required autoFocus minRows={1} maxRows={6} {...form.getInputProps('body')} />
      {buttons.map(({ key, type, text }, index) => (
        <div key={key} ref={key === added ? focusFirst : undefined} className={classes.button}>
          <NativeSelect
            size="xs"
            aria-label={`Button ${index + 1} type`}
            data={TYPES}
            {...form.getInputProps(`buttons.${index}.type`)}
          />
          <LimitedInput
            size="xs"
            aria-label={`Button ${index + 1} text`}
            placeholder="Text"
            maxLength={20}
            {...form.getInputProps(`buttons.${index}.text`)}
          />
          {type === 'url' && (
            <TextInput
              size="xs"
              aria-label={`Button ${index + 1} URL`}
              placeholder="https://"
              type="url"
              {...form.getInputProps(`buttons.${index}.url`)}
            />
          )}
          <RemoveRow
            disabled={buttons.length === 1}
            label={`Remove button ${text || String(index + 1)}`}
            onClick={() => form.removeListItem('buttons', index)}
          />
        </div>
      ))}
      {form.errors.buttons && (
        <Text size="xs" c="red" role="alert">
          {form.errors.buttons}
        </Text>
      )}
      <Group justify="space-between">
        <AddRow size="compact-sm" variant="subtle" disabled={buttons.length === MAX_BUTTONS} onClick={add}>
          Add button
        </AddRow>
        <Button type="submit" size="xs" loading={isSending}>
          {message.sendLabel}
        </Button>
      </Group>
    </form>
  )
}
