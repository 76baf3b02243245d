import { TextInput } from '@mantine/core'
import { replaceMcpConnector } from '@messaging/contract/mcp-connectors.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { HeaderFields } from '../ui/header-fields.tsx'
import { rejectedFields } from '../ui/header-rows.ts'
import { SavedFields } from '../ui/saved-fields.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { type ConnectorValues, connectorErrors } from './connector-values.ts'

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
      <SavedFields isSaving={isPending}>
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
        <HeaderFields
          form={form}
          description="Sent with every request to the server, for example Authorization: Bearer followed by a key."
        />
      </SavedFields>
    </EndpointForm>
  )
}
