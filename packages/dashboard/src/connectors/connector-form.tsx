import { PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { replaceMcpConnector } from '@messaging/contract/mcp-connectors.ts'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { focusFirst } from '../ui/focus-first.ts'
import { fieldErrors } from '../ui/form-errors.ts'
import { AddRow, RemoveRow } from '../ui/row-buttons.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { type ConnectorValues, connectorErrors, fieldOf } from './connector-values.ts'
import classes from './header-fields.module.css'

export function ConnectorForm({
  initial,
  submit,
  isPending,
  error,
  onSubmit,
}: {
  readonly initial: ConnectorValues
  readonly submit: string
  readonly isPending: boolean
  readonly error: unknown
  readonly onSubmit: (values: ConnectorValues, onError: (error: unknown) => void) => void
}) {
  const form = useEndpointForm(
    { isPending, error, mutate: (values: ConnectorValues, { onError }) => onSubmit(values, onError) },
    { initial, rules: connectorErrors, inputOf: (values) => values, errorsOf: rejectedFields },
  )
  return (
    <EndpointForm form={form} endpoint={replaceMcpConnector} width="wide" label={submit} cancel={{ to: '/connectors' }}>
      <UnsavedGuard isDirty={form.isDirty() && !isPending} />
      <TextInput
        label="Name"
        description="Visible only to your organisation."
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label="URL"
        description="An MCP server with streamable HTTP transport, such as https://example.com/mcp. It must be reachable from the internet."
        type="url"
        inputMode="url"
        required
        {...form.getInputProps('url')}
      />
      <HeaderFields form={form} />
    </EndpointForm>
  )
}

/** Returns the errors of the service's response, by form field. */
function rejectedFields(failure: unknown, _: readonly string[], { headers }: ConnectorValues): Record<string, string> {
  if (!(failure instanceof ApiError)) return {}
  const fields = failure.details.map(({ path }) => fieldOf(path, headers))
  const details = failure.details.map((detail) => ({ ...detail, path: fieldOf(detail.path, headers) }))
  const { message, status, code } = failure
  return fieldErrors(new ApiError(message, { status, code, details }), fields)
}

function HeaderFields({ form }: { readonly form: UseFormReturnType<ConnectorValues> }) {
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
