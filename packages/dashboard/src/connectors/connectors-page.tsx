import { createMcpConnector, listMcpConnectors, type McpConnector } from '@replywright/contract/mcp-connectors.ts'
import { IconAlertTriangle, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../api/call.ts'
import { type Column, RowLink } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AddLink } from '../ui/link-button.tsx'
import { pageQuery } from '../ui/offset.ts'
import { Page } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'

const ADD = (
  <AddLink endpoint={createMcpConnector} to="/connectors/new">
    New connector
  </AddLink>
)

const route = getRouteApi('/shell/connectors')

const COLUMNS: readonly Column<McpConnector>[] = [
  {
    title: 'Connector',
    unlabelled: true,
    render: ({ id, name }) => <RowLink to="/connectors/$id" params={{ id }} label={name} />,
  },
  { title: 'URL', render: ({ url }) => url },
  {
    title: 'Tools',
    render: ({ toolsWaiting }) =>
      toolsWaiting > 0 ? <StatusBadge tone="waiting" icon={IconAlertTriangle} label="Changed" /> : '–',
  },
  { title: 'Headers', render: ({ headers }) => Object.keys(headers).join(', ') || '–' },
]

export function ConnectorsPage() {
  const { offset } = route.useSearch()
  const query = useQuery(readList(listMcpConnectors, { query: pageQuery(offset) }))
  return (
    <Page title="Connectors" description="MCP servers whose tools your agents can use." actions={ADD}>
      <ResourceList
        query={query}
        label="Connectors"
        columns={COLUMNS}
        offset={offset}
        empty={
          <EmptyState icon={IconPlugConnected} title="No connectors" action={ADD}>
            A connector stores the URL and credentials of an MCP server. Select its tools in the settings of each agent.
          </EmptyState>
        }
      />
    </Page>
  )
}
