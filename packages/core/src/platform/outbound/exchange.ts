import http from 'node:http'
import https from 'node:https'
import { dialledUrl, type Guard, guardedLookup } from './address-guard.ts'
import { type ConnectionCause, connectionCause } from './connection-cause.ts'
import { keptConnections } from './kept-connections.ts'

/** Most 1xx answers before the real one; an endpoint that sends more is taken for broken. */
const INFORMATIONAL_ANSWERS = 20

export interface ExchangeRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** `Content-Length` follows from it. */
  readonly body?: string | Uint8Array
  /** Ends everything: name, connection, TLS, status line, headers and body. */
  readonly signal: AbortSignal
  /** Whether a connection of an earlier request may be used. */
  readonly reuse: boolean
  /**
   * Whether the request may be sent twice: if the kept connection turns out to be closed, it is sent once more on a new one.
   * Otherwise that is a `reset`. @default false
   */
  readonly repeatable?: boolean
}

/** Why there was no status line. */
export interface Failure {
  readonly error: ConnectionCause
}

/**
 * One request to a customer's URL. A refused, broken or late connection is a value; only a header that HTTP cannot carry
 * throws. Redirects are not followed. `read` is called when status line and headers are there, and must not wait before it
 * listens to the response.
 */
export async function exchange<Read>(
  request: ExchangeRequest,
  guard: Guard,
  read: (response: http.IncomingMessage) => Promise<Read>,
): Promise<Read | Failure> {
  const first = await attempt(request, guard, read, !request.reuse)
  const settled = first === 'stale' && request.repeatable ? await attempt(request, guard, read, true) : first
  return settled === 'stale' ? { error: 'reset' } : settled
}

async function attempt<Read>(
  { url: text, method, headers, body, signal }: ExchangeRequest,
  guard: Guard,
  read: (response: http.IncomingMessage) => Promise<Read>,
  fresh: boolean,
): Promise<Read | Failure | 'stale'> {
  const url = dialledUrl(text, guard)
  if (!url) return { error: 'blocked_address' }
  const secure = url.protocol === 'https:'
  const sent = (secure ? https : http).request(url, {
    method,
    headers: body === undefined ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) },
    agent: fresh ? false : keptConnections(secure),
    signal,
    lookup: guardedLookup(guard),
  })
  const answer = answerTo(sent, signal, read)
  sent.end(body)
  return await answer
}

/** What becomes of a request; `stale` when its kept connection turned out to be closed. */
function answerTo<Read>(
  sent: http.ClientRequest,
  signal: AbortSignal,
  read: (response: http.IncomingMessage) => Promise<Read>,
): Promise<Read | Failure | 'stale'> {
  const { promise, resolve } = Promise.withResolvers<Read | Failure | 'stale'>()
  let informational = 0
  sent.on('information', () => {
    informational += 1
    if (informational > INFORMATIONAL_ANSWERS) sent.destroy()
  })
  // From here on what breaks ends the body only: the promise has its answer, whatever else the request emits.
  sent.once('response', (response) => {
    // A 101 that names no protocol arrives here: nobody asked for one.
    if ((response.statusCode ?? 0) < 200) sent.destroy()
    else resolve(read(response))
  })
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (signal.aborted) return resolve({ error: 'timeout' })
    const stale = sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
    resolve(stale ? 'stale' : { error: connectionCause(error) })
  })
  // Whatever else may end a request: one that never settled would hold up the whole batch.
  sent.once('close', () => resolve({ error: signal.aborted ? 'timeout' : 'reset' }))
  return promise
}
