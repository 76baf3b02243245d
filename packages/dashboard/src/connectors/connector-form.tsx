import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { replaceMcpConnector } from '@messaging/contract/mcp-connectors.ts'
import { ApiError } from '../api/api-error.ts'
import { Allowed } from '../ui/allowed.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import classes from './connector-form.module.css'
import { type ConnectorValues, connectorErrors, fieldOf } from './connector-values.ts'
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
  readonly onSubmit: (values: ConnectorValues, onError: (error: unknown) => void) => void
}) {
  const form = useForm<ConnectorValues>({ initialValues: initial, validate: connectorErrors })
  return (
    <Allowed endpoint={replaceMcpConnector}>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((values) =>
          onSubmit(values, (failure) => form.setErrors(rejectedFields(failure, values))),
        )}
      >
        <UnsavedGuard isDirty={form.isDirty() && !isPending} />
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
            description="An MCP server with streamable HTTP transport, such as https://example.com/mcp. It must be reachable from the internet."
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
    </Allowed>
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
