import type { Client, Tool as McpTool, PriorDiscovery } from '@modelcontextprotocol/client'
import { log } from '../../platform/log/log.ts'
import type { Guard } from '../../platform/outbound/address-guard.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { type McpServer, withMcpClient } from './mcp-client.ts'

export interface McpConnection extends McpServer {
  readonly organizationId: string
  readonly id: string
  /** Of the connector: a changed one is listed anew. */
  readonly version: number
}

/** What a server offers, and how it is to be spoken to. */
export interface McpListing {
  readonly tools: readonly McpTool[]
  readonly prior: PriorDiscovery
}

const DEADLINE_MS = 10_000
const KEPT_MS = 300_000
/** A server that is down is not waited for in every turn. */
const FAILURE_KEPT_MS = 60_000
const LISTINGS_KEPT = 200

/** By organisation, connector and version, for the next turns of a warm function. */
const kept = new ShortCache<{ readonly listing: McpListing | undefined }>(KEPT_MS, LISTINGS_KEPT)

/** What a server offers, as of the last minutes; undefined while it cannot be asked. */
export async function listMcpTools(
  connection: McpConnection,
  { now, signal, guard }: { readonly now: number; readonly signal: AbortSignal; readonly guard?: Guard },
): Promise<McpListing | undefined> {
  const key = keyOf(connection)
  const known = kept.get(key, now)
  if (known) return known.listing
  const listing = await withMcpClient(connection, { deadlineMs: DEADLINE_MS, signal, guard }, list).catch(
    (error: unknown) => unavailable(connection, error),
  )
  kept.set(key, { listing }, now, listing ? KEPT_MS : FAILURE_KEPT_MS)
  return listing
}

/** Has a server be asked again, because it did not do what it offered. */
export function forgetListing(connection: McpConnection): void {
  kept.delete(keyOf(connection))
}

function keyOf({ organizationId, id, version }: McpConnection): string {
  return `${organizationId}/${id}/${version}`
}

async function list(client: Client, options: { readonly signal: AbortSignal }): Promise<McpListing> {
  const { tools } = await client.listTools(undefined, options)
  const discover = client.getDiscoverResult()
  return { tools, prior: discover ? { kind: 'modern', discover } : { kind: 'legacy' } }
}

/** The message of the error may hold what the server said. */
function unavailable({ organizationId, id }: McpConnection, error: unknown): undefined {
  log('mcp.unavailable', {
    organizationId,
    connectorId: id,
    error: error instanceof Error ? error.name : 'unknown',
  })
}
