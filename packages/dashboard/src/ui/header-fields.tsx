import { PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import classes from './header-fields.module.css'
import type { HeaderRow } from './header-rows.ts'
import { AddRow, focusFirst, RemoveRow } from './row-buttons.tsx'
import { Hint } from './text.tsx'

/** A form with headers, as `useForm` returns it. */
interface HeadersForm
  extends Pick<UseFormReturnType<{ headers: HeaderRow[] }>, 'errors' | 'insertListItem' | 'removeListItem'> {
  readonly values: { readonly headers: HeaderRow[] }
  readonly getInputProps: (path: string) => object
}

/** The headers of a form: names, and secret values that are entered but never shown. */
export function HeaderFields({
  form,
  description,
}: {
  readonly form: HeadersForm
  /** What they are sent with, as a sentence. */
  readonly description: string
}) {
  const { headers } = form.values
  const [added, setAdded] = useState<string>()
  const add = () => {
    const key = crypto.randomUUID()
    setAdded(key)
    form.insertListItem('headers', { key, name: '', value: '', storedAs: null })
  }
  return (
    <fieldset>
      <Text component="legend" fw={600}>
        Headers
      </Text>
      <Hint mb="xs">
        {description} Values are stored encrypted and are not shown. Leave a value empty to keep it, or enter a new
        value to replace it.
      </Hint>
      <Stack gap="sm">
        {headers.map((row, index) => (
          <div key={row.key} ref={row.key === added ? focusFirst : undefined} className={classes.row}>
            <TextInput
              label="Name"
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps(`headers.${index}.name`)}
            />
            <PasswordInput
              label="Value"
              autoComplete="new-password"
              {...form.getInputProps(`headers.${index}.value`)}
            />
            <RemoveRow
              className={classes.remove}
              label={`Remove header ${row.name || String(index + 1)}`}
              onClick={() => form.removeListItem('headers', index)}
            />
          </div>
        ))}
      </Stack>
      {form.errors.headers && (
        <Text size="xs" c="red" role="alert">
          {form.errors.headers}
        </Text>
      )}
      <AddRow mt="sm" onClick={add}>
        Add header
      </AddRow>
    </fieldset>
  )
}
