import type { Client, PriorDiscovery } from '@modelcontextprotocol/client'
import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { type Fetch, guardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { outgoingHeaders } from './outgoing-headers.ts'

export interface McpServer {
  readonly url: string
  /** Sent with every request; secrets. */
  readonly headers: ReadonlyMap<string, string>
}

export interface McpOptions {
  /** Which protocol the server is known to speak; found out when absent. */
  readonly prior?: PriorDiscovery
  /** For everything, connecting too. */
  readonly deadlineMs: number
  readonly signal: AbortSignal
  readonly guard?: Guard
}

/** Options of a request that end with what `withMcpClient` was given. */
export interface McpRequestOptions {
  readonly signal: AbortSignal
  readonly timeout: number
}

const ANSWER_BYTES = 1024 * 1024
/** Ending a session is a courtesy. */
const FAREWELL_MS = 2000
const CLIENT = { name: 'messaging-service', version: '1.0.0' }

/**
 * Does `work` with a client that is connected to a server of the Model Context Protocol by streamable HTTP, as any revision
 * of it asks. Rejects with whatever goes wrong.
 */
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

/** Everything goes through the guard. The stream that a server may push on is not opened: nobody waits for what it says. */
function mcpFetch(deadlineMs: number, signal: AbortSignal, guard: Guard): Fetch {
  const ask = guardedFetch({ deadlineMs, maxBytes: ANSWER_BYTES }, guard)
  const leave = guardedFetch({ deadlineMs: FAREWELL_MS, maxBytes: ANSWER_BYTES }, guard)
  return async (url, init = {}) => {
    if (init.method === 'GET') return new Response(null, { status: 405 })
    const ended = init.signal ? AbortSignal.any([signal, init.signal]) : signal
    return await (init.method === 'DELETE' ? leave : ask)(url, { ...init, signal: ended })
  }
}
