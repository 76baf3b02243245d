import { createMcpConnector, listMcpConnectors, type McpConnector } from '@messaging/contract/mcp-connectors.ts'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { pageQuery } from '../ui/offset.ts'
import { OffsetPager } from '../ui/offset-pager.tsx'
import { Page } from '../ui/page.tsx'

const route = getRouteApi('/shell/connectors')

const COLUMNS: readonly Column<McpConnector>[] = [
  {
    title: 'Connector',
    unlabelled: true,
    render: ({ id, name }) => (
      <Link to="/connectors/$id" params={{ id }} className="row-link">
        {name}
      </Link>
    ),
  },
  { title: 'URL', render: ({ url }) => url },
  { title: 'Headers', render: ({ headers }) => Object.keys(headers).join(', ') || '–' },
]

export function ConnectorsPage() {
  const { offset = 0 } = route.useSearch()
  const query = useQuery(readList(listMcpConnectors, { query: pageQuery(offset) }))
  return (
    <Page
      title="Connectors"
      description="MCP servers whose tools your agents can use."
      actions={
        <LinkButton endpoint={createMcpConnector} to="/connectors/new" leftSection={<IconPlus size={16} aria-hidden />}>
          Add connector
        </LinkButton>
      }
    >
      <Loaded query={query}>
        {({ count, next, results }) => (
          <>
            {results.length > 0 ? (
              <DataTable label="Connectors" columns={COLUMNS} rows={results} rowKey={({ id }) => id} />
            ) : (
              <NoConnectors />
            )}
            <OffsetPager offset={offset} shown={results.length} count={count} hasNext={next !== null} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function NoConnectors() {
  return (
    <EmptyState
      icon={IconPlugConnected}
      title="No connectors"
      action={
        <LinkButton endpoint={createMcpConnector} to="/connectors/new">
          Add connector
        </LinkButton>
      }
    >
      A connector stores the URL and credentials of an MCP server. Select its tools in the settings of each agent.
    </EmptyState>
  )
}
