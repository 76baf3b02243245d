import { ActionIcon, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { focusFirst } from '../ui/focus-first.ts'
import type { ConnectorValues } from './connector-values.ts'
import classes from './header-fields.module.css'

export function HeaderFields({ form }: { readonly form: UseFormReturnType<ConnectorValues> }) {
  const { headers } = form.values
  const [added, setAdded] = useState<string>()
  const add = () => {
    const key = crypto.randomUUID()
    setAdded(key)
    form.insertListItem('headers', { key, name: '', value: '', storedAs: null })
  }
  return (
    <fieldset className={classes.headers}>
      <Text component="legend" size="sm" fw={600}>
        Headers
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        Sent with every request to the server, for example Authorization: Bearer followed by a key. Values are stored
        encrypted and are not shown. Leave a value empty to keep it, or enter a new value to replace it.
      </Text>
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
            <ActionIcon
              className={classes.remove}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove header ${row.name || String(index + 1)}`}
              onClick={() => form.removeListItem('headers', index)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
      </Stack>
      {form.errors.headers && (
        <Text size="xs" c="red" role="alert">
          {form.errors.headers}
        </Text>
      )}
      <Button mt="sm" size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        Add header
      </Button>
    </fieldset>
  )
}
