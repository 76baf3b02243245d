import type { Client, PriorDiscovery } from '@modelcontextprotocol/client'
import type { ToolProblem } from '@replywright/contract/mcp-connectors.ts'
import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import type { ListedTool } from '../../agents/mcp-connectors/judge-tools.ts'
import { log } from '../../platform/log/log.ts'
import type { Guard } from '../../platform/outbound/address-guard.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { outgoingHeaders } from './http-request.ts'
import { failureSentence, McpFailure, mcpFailure } from './mcp-failure.ts'
import { type McpTrace, type McpTransport, mcpFetch } from './mcp-fetch.ts'
import { type ReadListing, readListing } from './read-listing.ts'

export interface McpServer {
  readonly url: string
  /** Secret headers of every request. */
  readonly headers: ReadonlyMap<string, string>
}

/** How a server is known to be reached. */
interface McpReach {
  readonly prior: PriorDiscovery
  readonly transport: McpTransport
}

interface McpOptions {
  /** @default discovered */
  readonly reach?: McpReach
  /** Limit for the whole call, including the connection. */
  readonly deadlineMs: Ms
  readonly signal: AbortSignal
  readonly guard?: Guard | undefined
}

/** Request options that end with the signal and deadline of `withMcpClient`. */
interface McpRequestOptions {
  readonly signal: AbortSignal
  readonly timeout: number
}

type Work<Result> = (client: Client, options: McpRequestOptions, transport: McpTransport) => Promise<Result>

const CLIENT = { name: 'replywright', version: '1.0.0' }
/** Statuses of servers that have only the transport of 2024 (specification, "Backwards Compatibility"). */
const WITHOUT_STREAMABLE_HTTP = [400, 404, 405]

/**
 * Runs `work` with a client of an MCP server: streamable HTTP of any revision, else the transport of 2024. Starts again
 * once if the server ended the session.
 * @throws McpFailure
 */
export async function withMcpClient<Result>(
  server: McpServer,
  options: McpOptions,
  work: Work<Result>,
): Promise<Result> {
  const first = await attempt(server, options, options.reach?.transport ?? 'http', work)
  if ('result' in first) return first.result
  const { failure, hasConnected, hadSession } = first
  const { status } = failure
  if (hadSession && status === 404) return await resultOf(attempt(server, options, 'http', work))
  if (options.reach || hasConnected || status === null || !WITHOUT_STREAMABLE_HTTP.includes(status)) throw failure
  const second = await attempt(server, options, 'sse', work)
  if ('result' in second) return second.result
  // Before a connection, the reason of the current transport is the better one.
  throw second.hasConnected ? second.failure : failure
}

type Attempt<Result> =
  | { readonly result: Result }
  | { readonly failure: McpFailure; readonly hasConnected: boolean; readonly hadSession: boolean }

async function resultOf<Result>(attempted: Promise<Attempt<Result>>): Promise<Result> {
  const ended = await attempted
  if ('result' in ended) return ended.result
  throw ended.failure
}

async function attempt<Result>(
  { url, headers }: McpServer,
  { reach, deadlineMs, signal: outer, guard }: McpOptions,
  transport: McpTransport,
  work: Work<Result>,
): Promise<Attempt<Result>> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(deadlineMs)])
  const { Client, SSEClientTransport, StreamableHTTPClientTransport } = await import('./mcp.ts')
  const mode = transport === 'sse' ? 'legacy' : 'auto'
  const client = new Client(CLIENT, { versionNegotiation: { mode }, inputRequired: { autoFulfill: false } })
  const trace: McpTrace = {}
  const common = {
    fetch: mcpFetch({ transport, deadlineMs, signal, guard, trace }),
    requestInit: { headers: outgoingHeaders(headers) },
  }
  const http = new StreamableHTTPClientTransport(new URL(url), { ...common, reconnectionOptions: NO_RECONNECTION })
  const connection = transport === 'sse' ? new SSEClientTransport(new URL(url), common) : http
  const options = { signal, timeout: deadlineMs }
  let hasConnected = false
  try {
    await beforeAbort(client.connect(connection, reach ? { ...options, prior: reach.prior } : options), signal)
    hasConnected = true
    const result = await work(client, options, transport)
    if (transport === 'http') await http.terminateSession().catch(() => {})
    return { result }
  } catch (error) {
    const failure = await mcpFailure(error, trace, signal)
    return { failure, hasConnected, hadSession: hasConnected && http.sessionId !== undefined }
  } finally {
    await client.close().catch(() => {})
  }
}

const NO_RECONNECTION = {
  maxRetries: 0,
  initialReconnectionDelay: 0,
  maxReconnectionDelay: 0,
  reconnectionDelayGrowFactor: 1,
}

/** The push stream may open without ever naming its endpoint. */
async function beforeAbort(connecting: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([connecting, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

export interface McpConnection extends McpServer {
  readonly organizationId: string
  readonly id: string
  /** Version of the connector. A new version is listed again. */
  readonly version: number
  /** When a member last approved the tools. A new approval is listed again. */
  readonly toolsApprovedAt?: EpochMs | undefined
  readonly toolsWaiting?: number | undefined
  /** JSON of the problems that are stored (`showProblems`). */
  readonly problems?: string | undefined
  readonly refusedTools?: string[] | undefined
}

export interface McpListing extends ReadListing {
  readonly reach: McpReach
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
  readonly now: EpochMs
  readonly signal: AbortSignal
  /** Returns the tools that agents may use (`selectApproved`). */
  readonly approve: (
    connection: McpConnection,
    tools: readonly ListedTool[],
    now: EpochMs,
  ) => Promise<readonly ListedTool[]>
  /** Stores what is wrong with the server (`showProblems`). */
  readonly report: (connection: McpConnection, problems: readonly ToolProblem[]) => Promise<void>
  /** Stores that a model rejects a tool (`addRefused`). */
  readonly reportRefused: (connection: McpConnection, tool: string) => Promise<void>
  readonly guard?: Guard
}

/** Returns the approved tools of a server, at most five minutes old, or undefined while it is unavailable. */
export async function listMcpTools(
  connection: McpConnection,
  { now, signal, approve, report, guard }: ListingContext,
): Promise<McpListing | undefined> {
  const key = keyOf(connection)
  const known = listings.get(key, now)
  if (known) return known.listing
  const listed = await withMcpClient(connection, { deadlineMs: DEADLINE_MS, signal, guard }, listTools).catch(
    (error: unknown) => unavailable(connection, error),
  )
  const listing = 'tools' in listed ? { ...listed, tools: await approve(connection, listed.tools, now) } : undefined
  // An aborted turn says nothing about the server.
  if (!signal.aborted) await report(connection, listed.problems)
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

/** A longer list is endless. */
const MOST_PAGES = 50
const Page = v.looseObject({ tools: v.array(v.unknown()), nextCursor: v.nullish(v.string()) })

/**
 * Lists the tools of a server. Each is judged alone, because the library rejects a whole list for one odd tool.
 * @throws McpFailure `endless` for too many pages
 */
export async function listTools(
  client: Client,
  options: McpRequestOptions,
  transport: McpTransport,
): Promise<McpListing> {
  const listed: unknown[] = []
  const seen = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const params = cursor === undefined ? {} : { cursor }
    const page = await client.request({ method: 'tools/list', params }, Page, options).catch(withoutMethod)
    listed.push(...page.tools)
    cursor = page.nextCursor || undefined
    // A server that ignores the cursor lists the same page again and again.
    if (cursor === undefined || seen.has(cursor)) break
    seen.add(cursor)
    if (seen.size >= MOST_PAGES) throw new McpFailure('endless', null)
  }
  const discover = client.getDiscoverResult()
  const prior: PriorDiscovery = discover ? { kind: 'modern', discover } : { kind: 'legacy' }
  return { ...readListing(listed), reach: { prior, transport } }
}

/** Returns no tools for a server that does not know the method. */
async function withoutMethod(error: unknown): Promise<v.InferOutput<typeof Page>> {
  const { ProtocolError, ProtocolErrorCode } = await import('./mcp.ts')
  if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound) return { tools: [] }
  throw error
}

/** Logs the reason only. The message of the error may contain text from the server. */
function unavailable({ organizationId, id }: McpConnection, error: unknown): { problems: ToolProblem[] } {
  if (!(error instanceof McpFailure)) throw error
  const { problem, status, cause } = error
  log('mcp.unavailable', {
    organizationId,
    connectorId: id,
    problem,
    status: status ?? undefined,
    error: cause instanceof Error ? cause.name : undefined,
  })
  return { problems: [{ tool: null, problem: failureSentence(error) }] }
}
