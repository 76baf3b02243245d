import type { Client, PriorDiscovery } from '@modelcontextprotocol/client'
import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { type Fetch, guardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { outgoingHeaders } from './outgoing-headers.ts'

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
const CLIENT = { name: 'messaging-service', version: '1.0.0' }

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
