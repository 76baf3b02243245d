import type { Client, Tool as McpTool, PriorDiscovery } from '@modelcontextprotocol/client'
import { log } from '../../platform/log/log.ts'
import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { type Fetch, guardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { outgoingHeaders } from './http-request.ts'

export interface McpServer {
  readonly url: string
  /** Secret headers of every request. */
  readonly headers: ReadonlyMap<string, string>
}

interface McpOptions {
  /** The protocol that the server is known to use. @default discovered */
  readonly prior?: PriorDiscovery
  /** Limit for the whole call, including the connection. */
  readonly deadlineMs: number
  readonly signal: AbortSignal
  readonly guard?: Guard
}

/** Request options that end with the signal and deadline of `withMcpClient`. */
interface McpRequestOptions {
  readonly signal: AbortSignal
  readonly timeout: number
}

const MAX_RESPONSE_BYTES = 1024 * 1024
/** Ending a session is optional, so it gets a short time limit. */
const SESSION_END_TIMEOUT_MS = 2000
const CLIENT = { name: 'replywright', version: '1.0.0' }

/** Runs `work` with a client of an MCP server: streamable HTTP, any revision. Rejects with the error of any step. */
export async function withMcpClient<Result>(
  { url, headers }: McpServer,
  { prior, deadlineMs, signal: outer, guard = systemGuard }: McpOptions,
  work: (client: Client, options: McpRequestOptions) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(deadlineMs)])
  const { Client, StreamableHTTPClientTransport } = await import('./mcp.ts')
  const client = new Client(CLIENT, { versionNegotiation: { mode: 'auto' }, inputRequired: { autoFulfill: false } })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: mcpFetch(deadlineMs, signal, guard),
    requestInit: { headers: outgoingHeaders(headers) },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    },
  })
  const options = { signal, timeout: deadlineMs }
  try {
    await client.connect(transport, prior ? { ...options, prior } : options)
    const result = await work(client, options)
    await transport.terminateSession().catch(() => {})
    return result
  } finally {
    await client.close().catch(() => {})
  }
}

/** Sends every request through the address guard. Does not open the push stream, because its messages are not used. */
function mcpFetch(deadlineMs: number, signal: AbortSignal, guard: Guard): Fetch {
  const request = guardedFetch({ deadlineMs, maxBytes: MAX_RESPONSE_BYTES }, guard)
  const endSession = guardedFetch({ deadlineMs: SESSION_END_TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES }, guard)
  return async (url, init = {}) => {
    if (init.method === 'GET') return new Response(null, { status: 405 })
    const ended = init.signal ? AbortSignal.any([signal, init.signal]) : signal
    return await (init.method === 'DELETE' ? endSession : request)(url, { ...init, signal: ended })
  }
}

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
