import { TextInput } from '@mantine/core'
import { replaceMcpConnector } from '@messaging/contract/mcp-connectors.ts'
import { ApiError } from '../api/api-error.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { type ConnectorValues, connectorErrors, fieldOf } from './connector-values.ts'
import { HeaderFields } from './header-fields.tsx'

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
    <EndpointForm
      form={form}
      endpoint={replaceMcpConnector}
      width="wide"
      label={submit}
      cancel={
        <LinkButton to="/connectors" variant="default">
          Cancel
        </LinkButton>
      }
    >
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
