import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { McpConnectorInput } from '@messaging/contract/mcp-connectors.ts'
import { ApiError } from '../api/api-error.ts'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { LinkButton } from '../ui/link-button.tsx'
import classes from './connector-form.module.css'
import { type ConnectorValues, connectorErrors, connectorInput, fieldOf } from './connector-values.ts'
import { HeaderFields } from './header-fields.tsx'

const FIELDS = ['name', 'url', 'headers']

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
  readonly onSubmit: (input: McpConnectorInput, onError: (error: unknown) => void) => void
}) {
  const form = useForm<ConnectorValues>({ initialValues: initial, validate: connectorErrors })
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((values) =>
        onSubmit(connectorInput(values), (failure) => form.setErrors(rejectedFields(failure, values))),
      )}
    >
      <Stack gap="lg">
        <FormError error={error} fields={FIELDS} />
        <TextInput
          label="Name"
          description="Visible only to your organisation."
          required
          {...form.getInputProps('name')}
        />
        <TextInput
          label="URL"
          description="An MCP server with streamable HTTP transport. It must be reachable from the internet."
          placeholder="https://example.com/mcp"
          type="url"
          inputMode="url"
          required
          {...form.getInputProps('url')}
        />
        <HeaderFields form={form} />
        <Group gap="xs">
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
          <LinkButton to="/connectors" variant="default">
            Cancel
          </LinkButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Returns the errors of the service's response, by form field. */
function rejectedFields(failure: unknown, { headers }: ConnectorValues): Record<string, string> {
  if (!(failure instanceof ApiError)) return {}
  const fields = failure.details.map(({ path }) => fieldOf(path, headers))
  const details = failure.details.map((detail) => ({ ...detail, path: fieldOf(detail.path, headers) }))
  const { message, status, code } = failure
  return fieldErrors(new ApiError(message, { status, code, details }), fields)
}
