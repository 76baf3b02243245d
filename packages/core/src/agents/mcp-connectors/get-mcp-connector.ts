import { MASKED } from '@messaging/contract/agents-sub-resources.ts'
import type { McpConnector } from '@messaging/contract/mcp-connectors.ts'
import type { PageQuery } from '@messaging/contract/page.ts'
import { validate as isUuid } from 'uuid'
import type { Caller } from '../../platform/caller.ts'
import { notFound } from '../../platform/errors.ts'
import { countOf } from '../../platform/paging/counter-entity.ts'
import { listPage, type PageResponse } from '../../platform/paging/page.ts'
import { openJson } from '../../platform/secrets/seal.ts'
import { Revised } from '../../platform/table/revision.ts'
import { McpConnectorEntity, type McpConnectorItem } from './mcp-connector-entity.ts'

/** Noun of the counter of connectors. */
export const MCP_CONNECTORS = 'mcp-connectors'

/** Returns the organisation's connector, read consistently, or null. */
export async function findMcpConnector(organizationId: string, id: string): Promise<McpConnectorItem | null> {
  if (!isUuid(id)) return null
  const { data } = await McpConnectorEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

/** As `findMcpConnector`. @throws ServiceError 404 if there is none */
export async function getMcpConnector(organizationId: string, id: string): Promise<McpConnectorItem> {
  const connector = await findMcpConnector(organizationId, id)
  if (!connector) throw notFound('MCP connector')
  return connector
}

/** `GET /mcp-connectors/{id}/`. */
export async function viewMcpConnector(caller: Caller, id: string): Promise<Revised<McpConnector>> {
  const connector = await getMcpConnector(caller.organizationId, id)
  return new Revised(await mcpConnectorView(caller, connector), connector.version)
}

/** `GET /mcp-connectors/`: returns connectors, newest first. */
export async function listMcpConnectors(caller: Caller, query: PageQuery): Promise<PageResponse<McpConnector>> {
  const { organizationId } = caller
  const [count, { items, nextCursor }] = await Promise.all([
    countOf(organizationId, MCP_CONNECTORS),
    listPage(query, ({ limit, cursor }) =>
      McpConnectorEntity.query.byOrganization({ organizationId }).go({ limit, cursor, order: 'desc' }),
    ),
  ])
  const results = await Promise.all(items.map((connector) => mcpConnectorView(caller, connector)))
  return { count, results, nextCursor: query.offset + items.length < count ? nextCursor : null }
}

/** Returns the newest connectors whose servers have tools that wait for an approval. */
export async function changedConnectors(
  organizationId: string,
  atMost: number,
): Promise<{ id: string; name: string; toolsWaiting: number }[]> {
  const { data } = await McpConnectorEntity.query
    .byOrganization({ organizationId })
    .where(({ toolsWaiting }, { gt }) => gt(toolsWaiting, 0))
    .go({ order: 'desc', attributes: ['id', 'name', 'toolsWaiting'] })
  return data.slice(0, atMost).map(({ id, name, toolsWaiting = 0 }) => ({ id, name, toolsWaiting }))
}

/** Returns a connector as the caller may see it: header values are masked for read-only keys. */
export async function mcpConnectorView(caller: Caller, connector: McpConnectorItem): Promise<McpConnector> {
  const { id, name, url, headerNames, toolsWaiting = 0 } = connector
  const values = caller.permission === 'full' ? await openHeaders(connector) : new Map<string, string>()
  const headers = headerNames.map((header) => [header, values.get(header) ?? MASKED] as const)
  return { id, name, url, headers: Object.fromEntries(headers), toolsWaiting }
}

export async function openHeaders({ organizationId, headers }: McpConnectorItem): Promise<ReadonlyMap<string, string>> {
  const opened = await openJson('agent-secret', organizationId, headers)
  return new Map(Object.entries(opened).map(([name, value]) => [name, String(value)]))
}
