import { Button, Text } from '@mantine/core'
import { testConnector } from '@messaging/contract/dashboard/connectors.ts'
import type { McpConnector } from '@messaging/contract/mcp-connectors.ts'
import { useQuery } from '@tanstack/react-query'
import { call, type Revised } from '../api/call.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Panel } from '../ui/panel.tsx'
import { ChangedTools } from './changed-tools.tsx'
import { connectorInput, connectorValues } from './connector-values.ts'
import { TestResult } from './test-result.tsx'

/** Connects to the server of a stored connector once, and again on request. Lists its tools. */
export function ConnectionPanel({ revised }: { readonly revised: Revised<McpConnector> }) {
  const {
    resource: connector,
    resource: { id },
    revision,
  } = revised
  const query = useQuery({
    queryKey: [testConnector.path, id, revision],
    queryFn: ({ signal }) => {
      const { url, headers } = connectorInput(connectorValues(connector))
      return call(testConnector, { body: { url, headers, connectorId: id } }, { signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Panel
      title="Connection"
      actions={
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Test again
        </Button>
      }
    >
      <div aria-live="polite">
        {query.isPending && (
          <Text size="sm" c="dimmed">
            Connecting to the server…
          </Text>
        )}
        {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && (
          <>
            <ChangedTools id={id} result={query.data} />
            <TestResult result={query.data} />
          </>
        )}
      </div>
    </Panel>
  )
}
