import { createMcpConnector } from '@messaging/contract/mcp-connectors.ts'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { ConnectorForm } from './connector-form.tsx'
import { connectorInput } from './connector-values.ts'
import { UnreachableDialog } from './test-result.tsx'
import { useConnectorTest } from './use-connector-test.ts'

const EMPTY = { name: '', url: '', headers: [] }

export function NewConnectorPage() {
  const navigate = useNavigate()
  const creating = useAction(createMcpConnector, {
    onDone: ({ id, name }) => {
      tell(`${name} created. You can now select its tools in agents.`)
      void navigate({ to: '/connectors/$id', params: { id }, ignoreBlocker: true })
    },
  })
  const testing = useConnectorTest(undefined, (values, onError) =>
    creating.mutate({ body: connectorInput(values) }, { onError }),
  )
  return (
    <Page title="New connector" crumbs={[{ label: 'Connectors', link: { to: '/connectors' } }]}>
      <ConnectorForm
        initial={EMPTY}
        submit="Create connector"
        isPending={testing.isTesting || creating.isPending}
        error={testing.error ?? creating.error}
        onSubmit={testing.submit}
      />
      <UnreachableDialog failed={testing.failed} onClose={testing.cancel} onSave={testing.saveAnyway} />
    </Page>
  )
}
