import { MASKED, maskedUrl, unmaskedUrl } from '@replywright/contract/masked-url.ts'
import {
  type McpConnector,
  type McpConnectorInput,
  MOST_CONNECTORS,
  type ToolProblem,
} from '@replywright/contract/mcp-connectors.ts'
import type { PageQuery, PageResponse } from '@replywright/contract/page.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { validate as isUuid } from 'uuid'
import { conflict, invalidField, notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { assertAllowedUrl } from '../../platform/outbound/address-guard.ts'
import { CounterEntity, countOf, hasRoomFor } from '../../platform/paging/counter-entity.ts'
import { listPage } from '../../platform/paging/page.ts'
import type { Caller } from '../../platform/request.ts'
import { assertRevision, Revised } from '../../platform/revision.ts'
import { openJson, sealJson } from '../../platform/secrets/secrets.ts'
import { transact } from '../../platform/table/transact.ts'
import { McpConnectorEntity, type McpConnectorItem, storedProblems } from './mcp-connector-entity.ts'
import { ToolPinsEntity } from './tool-pins.ts'

/** Noun of the counter of connectors. */
const MCP_CONNECTORS = 'mcp-connectors'

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
async function mcpConnectorView(caller: Caller, connector: McpConnectorItem): Promise<McpConnector> {
  const { id, name, headerNames, toolsWaiting = 0 } = connector
  const isWhole = caller.permission === 'full'
  const url = isWhole ? connector.url : maskedUrl(connector.url)
  const values = isWhole ? await openHeaders(connector) : new Map<string, string>()
  const headers = headerNames.map((header) => [header, values.get(header) ?? MASKED] as const)
  return { id, name, url, headers: Object.fromEntries(headers), toolsWaiting, problems: problemsOf(connector) }
}

const REFUSED = 'a model rejects it, so agents answer without it; check its inputSchema'

function problemsOf({ problems, refusedTools = [] }: McpConnectorItem): ToolProblem[] {
  const listed = problems === undefined ? [] : storedProblems.parse(problems, undefined)
  return [...listed, ...refusedTools.map((tool) => ({ tool, problem: REFUSED }))]
}

export async function openHeaders({ organizationId, headers }: McpConnectorItem): Promise<ReadonlyMap<string, string>> {
  const opened = await openJson('agent-secret', organizationId, headers)
  return new Map(Object.entries(opened).map(([name, value]) => [name, String(value)]))
}

const entities = { connectors: McpConnectorEntity, counters: CounterEntity, pins: ToolPinsEntity }

type Headers = Readonly<Record<string, string>>

/** Maximum size of all header values. It leaves space for the rest of the item. */
const LARGEST_HEADERS_BYTES = 64 * 1024

/** `POST /mcp-connectors/`: creates a connector under `id`, or returns the existing one for a repeated request. @throws ServiceError 409 above the limit */
export async function createMcpConnector(
  caller: Caller,
  id: string,
  { name, url: sent, headers = {} }: McpConnectorInput,
  now: EpochMs,
): Promise<McpConnector> {
  const { organizationId } = caller
  const url = wholeUrl(sent, undefined)
  await assertAllowedUrl(url)
  const sealed = await sealHeaders(organizationId, unmaskHeaders(headers, new Map()))
  const connector = { organizationId, id, name, url, ...sealed, version: 1, createdAt: now }
  const isWritten = await transact(entities, ({ connectors, counters }) => [
    connectors.create(connector).commit(),
    counters
      .update({ organizationId, noun: MCP_CONNECTORS })
      .add({ count: 1 })
      .where(hasRoomFor(MOST_CONNECTORS))
      .commit(),
  ])
  if (!isWritten) {
    const existing = await findMcpConnector(organizationId, id)
    if (existing) return await mcpConnectorView(caller, existing)
    throw conflict(
      'limit_reached',
      `The organisation has ${MOST_CONNECTORS} MCP connectors, which is the limit. Delete one first.`,
    )
  }
  log('mcpConnector.created', { organizationId, connectorId: id })
  return await mcpConnectorView(caller, connector)
}

/** `PUT /mcp-connectors/{id}/`. @throws ServiceError 409 after a concurrent change, or if `revision` is outdated */
export async function replaceMcpConnector(
  caller: Caller,
  id: string,
  { name, url: sent, headers }: McpConnectorInput,
  revision: number | undefined,
): Promise<Revised<McpConnector>> {
  const { organizationId } = caller
  const connector = await getMcpConnector(organizationId, id)
  assertRevision(revision, connector.version, 'MCP connector')
  const url = wholeUrl(sent, connector.url)
  await assertAllowedUrl(url)
  const { version } = connector
  const sealed = headers && (await sealHeaders(organizationId, unmaskHeaders(headers, await openHeaders(connector))))
  // The server of another URL is listed and pinned anew.
  const set = { name, url, ...sealed, version: version + 1, ...(url !== connector.url && { toolsWaiting: 0 }) }
  const { rejected } = await McpConnectorEntity.patch({ organizationId, id })
    .set(set)
    .remove(['problems', 'refusedTools'])
    .where((attributes, { eq }) => eq(attributes.version, version))
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw conflict('changed_concurrently', 'The MCP connector was changed concurrently. Try again.')
  log('mcpConnector.updated', { organizationId, connectorId: id })
  return new Revised(
    await mcpConnectorView(caller, { ...connector, ...set, problems: undefined, refusedTools: undefined }),
    set.version,
  )
}

/** `DELETE /mcp-connectors/{id}/`. */
export async function deleteMcpConnector({ organizationId }: Caller, id: string): Promise<undefined> {
  await getMcpConnector(organizationId, id)
  const isWritten = await transact(entities, ({ connectors, counters, pins }) => [
    connectors.remove({ organizationId, id }).commit(),
    pins.delete({ organizationId, connectorId: id }).commit(),
    counters.update({ organizationId, noun: MCP_CONNECTORS }).add({ count: -1 }).commit(),
  ])
  if (!isWritten) throw notFound('MCP connector')
  log('mcpConnector.deleted', { organizationId, connectorId: id })
  return undefined
}

/** Returns the URL without masked parts. @throws ServiceError 400 if they are not those of the stored URL */
export function wholeUrl(sent: string, stored: string | undefined): string {
  const url = unmaskedUrl(sent, stored)
  if (url === undefined) throw invalidField('url', 'has masked parts that are not stored; send the whole URL')
  return url
}

/** Restores masked values from the stored ones. @throws ServiceError 400 for a masked value without a stored one */
export function unmaskHeaders(headers: Headers, stored: ReadonlyMap<string, string>): Headers {
  const unmasked = Object.entries(headers).map(([name, value]) => {
    const known = value === MASKED ? stored.get(name) : value
    if (known === undefined)
      throw invalidField(`headers.${name}`, 'is masked, but no value is stored; send the value itself')
    return [name, known] as const
  })
  return Object.fromEntries(unmasked)
}

async function sealHeaders(organizationId: string, headers: Headers) {
  if (Buffer.byteLength(JSON.stringify(headers)) > LARGEST_HEADERS_BYTES)
    throw new ServiceError(
      'payload_too_large',
      'The headers are larger than 64 KB together. Send fewer or shorter ones.',
    )
  return { headerNames: Object.keys(headers), headers: await sealJson('agent-secret', organizationId, headers) }
}
