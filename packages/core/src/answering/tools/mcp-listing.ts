import type { Client, Tool as McpTool, PriorDiscovery } from '@modelcontextprotocol/client'
import { log } from '../../platform/log/log.ts'
import type { Guard } from '../../platform/outbound/address-guard.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { type McpServer, withMcpClient } from './mcp-client.ts'

export interface McpConnection extends McpServer {
  readonly organizationId: string
  readonly id: string
  /** Version of the connector. A new version is listed again. */
  readonly version: number
  /** When a member last approved the tools. A new approval is listed again. */
  readonly toolsApprovedAt?: number | undefined
  readonly toolsWaiting?: number | undefined
}

export interface McpListing {
  /** The tools that agents may use. */
  readonly tools: readonly McpTool[]
  readonly prior: PriorDiscovery
}

const DEADLINE_MS = 10_000
const LISTING_TTL_MS = 300_000
/** Turns do not wait for a server that was down in the last minute. */
const FAILURE_TTL_MS = 60_000
const MAX_LISTINGS = 200

/** By organisation, connector and version, for later turns in the same Lambda instance. */
const listings = new ShortCache<{ readonly listing: McpListing | undefined }>(LISTING_TTL_MS, MAX_LISTINGS)

/** What turns need to list tools. */
export interface ListingContext {
  readonly now: number
  readonly signal: AbortSignal
  /** Returns the tools that agents may use (`selectApproved`). */
  readonly approve: (connection: McpConnection, tools: readonly McpTool[], now: number) => Promise<readonly McpTool[]>
  readonly guard?: Guard
}

/** Returns the approved tools of a server, at most five minutes old, or undefined while it is unavailable. */
export async function listMcpTools(
  connection: McpConnection,
  { now, signal, approve, guard }: ListingContext,
): Promise<McpListing | undefined> {
  const key = keyOf(connection)
  const known = listings.get(key, now)
  if (known) return known.listing
  const listed = await withMcpClient(connection, { deadlineMs: DEADLINE_MS, signal, guard }, listTools).catch(
    (error: unknown) => unavailable(connection, error),
  )
  const listing = listed && { ...listed, tools: await approve(connection, listed.tools, now) }
  listings.set(key, { listing }, now, listing ? LISTING_TTL_MS : FAILURE_TTL_MS)
  return listing
}

/** Removes a listing from the cache after a failed call. */
export function forgetListing(connection: McpConnection): void {
  listings.delete(keyOf(connection))
}

function keyOf({ organizationId, id, version, toolsApprovedAt = 0 }: McpConnection): string {
  return `${organizationId}/${id}/${version}/${toolsApprovedAt}`
}

export async function listTools(client: Client, options: { readonly signal: AbortSignal }): Promise<McpListing> {
  const { tools } = await client.listTools(undefined, options)
  const discover = client.getDiscoverResult()
  return { tools, prior: discover ? { kind: 'modern', discover } : { kind: 'legacy' } }
}

/** Logs the name of the error only. Its message may contain text from the server. */
function unavailable({ organizationId, id }: McpConnection, error: unknown): undefined {
  log('mcp.unavailable', {
    organizationId,
    connectorId: id,
    error: error instanceof Error ? error.name : 'unknown',
  })
}
