import { MASKED } from '@messaging/contract/agents-sub-resources.ts'
import type { McpConnector } from '@messaging/contract/mcp-connectors.ts'
import type { Caller } from '../../platform/caller.ts'
import { openJson } from '../../platform/secrets/seal.ts'
import type { McpConnectorItem } from './mcp-connector-entity.ts'

/** Returns a connector as the caller may see it: header values are masked for read-only keys. */
export async function mcpConnectorView(caller: Caller, connector: McpConnectorItem): Promise<McpConnector> {
  const { id, name, url, headerNames } = connector
  const values = caller.permission === 'full' ? await openHeaders(connector) : new Map<string, string>()
  const headers = headerNames.map((header) => [header, values.get(header) ?? MASKED] as const)
  return { id, name, url, headers: Object.fromEntries(headers) }
}

export async function openHeaders({ organizationId, headers }: McpConnectorItem): Promise<ReadonlyMap<string, string>> {
  const opened = await openJson('agent-secret', organizationId, headers)
  return new Map(Object.entries(opened).map(([name, value]) => [name, String(value)]))
}
