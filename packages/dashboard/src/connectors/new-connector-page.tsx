import { createMcpConnector } from '@messaging/contract/mcp-connectors.ts'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { ConnectorForm } from './connector-form.tsx'

const EMPTY = { name: '', url: '', headers: [] }

export function NewConnectorPage() {
  const navigate = useNavigate()
  const creating = useAction(createMcpConnector, {
    onDone: ({ name }) => {
      tell(`${name} added. You can now select its tools in agents.`)
      void navigate({ to: '/connectors' })
    },
  })
  return (
    <Page title="Add connector" crumbs={[{ label: 'Connectors', link: { to: '/connectors' } }]}>
      <ConnectorForm
        initial={EMPTY}
        submit="Add connector"
        isPending={creating.isPending}
        error={creating.error}
        onSubmit={(body, onError) => creating.mutate({ body }, { onError })}
      />
    </Page>
  )
}
