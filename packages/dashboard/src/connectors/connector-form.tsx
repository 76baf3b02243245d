import { Text, TextInput } from '@mantine/core'
import { testConnector } from '@replywright/contract/dashboard/connectors.ts'
import { createMcpConnector, replaceMcpConnector } from '@replywright/contract/mcp-connectors.ts'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog, UnsavedGuard } from '../ui/confirm-dialog.tsx'
import { CredentialHint } from '../ui/credential-hint.tsx'
import { EndpointForm, type SavedFormProps, useEndpointForm } from '../ui/endpoint-form.tsx'
import { SavedFields } from '../ui/form-parts.tsx'
import { HeaderFields } from '../ui/header-fields.tsx'
import { rejectedFields } from '../ui/header-rows.ts'
import { Page } from '../ui/page.tsx'
import { useAction, useSaveCheck } from '../ui/use-action.ts'
import { type ConnectorValues, connectorErrors, connectorInput } from './connector-values.ts'
import { TestResult } from './test-result.tsx'

/** The form of a connector. Its connection is tested before it is saved. `id` is that of a stored connector. */
export function ConnectorForm({
  id,
  initial,
  submit,
  isPending: isSaving,
  error,
  onSubmit,
}: SavedFormProps<ConnectorValues> & { readonly id?: string; readonly initial: ConnectorValues }) {
  const test = useSaveCheck(testConnector, {
    inputOf: (values: ConnectorValues) => {
      const { url, headers } = connectorInput(values)
      return { body: { url, headers, ...(id !== undefined && { connectorId: id }) } }
    },
    isFine: ({ problem }) => problem === null,
    save: onSubmit,
  })
  const isPending = test.isChecking || isSaving
  const form = useEndpointForm(
    {
      isPending,
      error: test.error ?? error,
      mutate: (values: ConnectorValues, { onError }) => test.submit(values, onError),
    },
    { initial, rules: connectorErrors, inputOf: (values) => values, errorsOf: rejectedFields },
  )
  return (
    <EndpointForm form={form} endpoint={replaceMcpConnector} width="wide" label={submit} cancel={{ to: '/connectors' }}>
      <UnsavedGuard isDirty={form.isDirty() && !isPending} />
      <ConfirmDialog
        opened={test.problem !== undefined}
        onClose={test.cancel}
        title="Save without a connection?"
        confirm="Save anyway"
        onConfirm={test.saveAnyway}
        isPending={false}
      >
        {test.problem && <TestResult result={test.problem} />}
        <Text mt="sm">Agents cannot use the tools of this connector until the server responds.</Text>
      </ConfirmDialog>
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
        <CredentialHint url={form.values.url} instead="Use a header instead." />
        <HeaderFields
          form={form}
          description="Sent with every request to the server, for example Authorization: Bearer followed by a key."
        />
      </SavedFields>
    </EndpointForm>
  )
}

const EMPTY = { name: '', url: '', headers: [] }

export function NewConnectorPage() {
  const navigate = useNavigate()
  const creating = useAction(createMcpConnector, {
    done: ({ name }) => `${name} created. You can now select its tools in agents.`,
    onDone: ({ id }) => void navigate({ to: '/connectors/$id', params: { id }, ignoreBlocker: true }),
  })
  return (
    <Page title="New connector" crumbs={[{ label: 'Connectors', link: { to: '/connectors' } }]}>
      <ConnectorForm
        initial={EMPTY}
        submit="Create connector"
        isPending={creating.isPending}
        error={creating.error}
        onSubmit={(values, onError) => creating.mutate({ body: connectorInput(values) }, { onError })}
      />
    </Page>
  )
}
