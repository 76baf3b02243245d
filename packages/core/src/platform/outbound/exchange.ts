import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { FailureCause } from '@replywright/contract/causes.ts'
import { systemClock } from '../clock.ts'
import { BlockedAddressError, dialledUrl, type Guard, guardedLookup } from './address-guard.ts'
import { repairedResponse } from './repair-response.ts'

/** The maximum size of a response's status line and headers. Node's default of 16 KB refuses what browsers accept. */
const MAX_HEAD_BYTES = 256 * 1024
/** Lenient: browsers accept such responses, and this service forwards none of them to another HTTP client. */
const PARSER = { insecureHTTPParser: true, maxHeaderSize: MAX_HEAD_BYTES }

/** The maximum of 1xx responses before the final one. An endpoint that sends more is treated as broken. */
const MAX_INFORMATIONAL_RESPONSES = 20

interface ExchangeRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** `Content-Length` is derived from it. */
  readonly body?: string | Uint8Array
  /** Aborts every phase: name resolution, connection, TLS, status line, headers and body. */
  readonly signal: AbortSignal
  /** Whether to reuse a connection of an earlier request. */
  readonly reuse: boolean
  /** Whether to resend on a new connection if the reused one is closed; otherwise a `reset`. @default false */
  readonly repeatable?: boolean
}

/** Why the request got no status line. */
export interface Failure {
  readonly error: ConnectionCause
  /** What Node's parser reports of an `invalid_response`, or the code of a failed handshake (`tls`). */
  readonly reason?: string
}

/**
 * Sends one request to a customer's URL. A refused, broken or late connection is a returned value. Redirects are not
 * followed. `read` is called when the status line and headers have arrived. It must start to listen to the response
 * synchronously.
 * @throws TypeError for a header that HTTP cannot carry
 */
export async function exchange<Read>(
  request: ExchangeRequest,
  guard: Guard,
  read: (response: http.IncomingMessage) => Promise<Read>,
): Promise<Read | Failure> {
  const first = await attempt(request, guard, read, !request.reuse)
  const result = first === 'stale' && request.repeatable ? await attempt(request, guard, read, true) : first
  return result === 'stale' ? { error: 'reset' } : result
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
    agent: fresh ? false : reusingConnections(secure),
    signal,
    lookup: guardedLookup(guard),
    ...PARSER,
  })
  const arrived = rememberHead(sent)
  const result = resultOf(sent, signal, read)
  sent.end(body)
  const settled = await result
  const head = isUnreadable(settled) ? Buffer.concat(arrived) : undefined
  // Headers of this size are a flood, which need not end.
  const repaired = head && head.length < MAX_HEAD_BYTES ? repairedResponse(head) : undefined
  return repaired ? await replay(repaired, method, signal, read) : settled
}

function isUnreadable(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'error' in result && result.error === 'invalid_response'
}

/** Keeps the first bytes of the response until its headers are parsed, because the parser drops those that it refuses. */
function rememberHead(sent: http.ClientRequest): Buffer[] {
  const chunks: Buffer[] = []
  let bytes = 0
  sent.once('socket', (socket) => {
    const remember = (chunk: Buffer) => {
      if (bytes < MAX_HEAD_BYTES) chunks.push(chunk)
      bytes += chunk.length
    }
    const forget = () => void socket.off('data', remember)
    socket.prependListener('data', remember)
    sent.once('response', forget)
    sent.once('close', forget)
  })
  return chunks
}

/** Parses a response whose bytes have arrived. */
async function replay<Read>(
  bytes: Buffer,
  method: string,
  signal: AbortSignal,
  read: (response: http.IncomingMessage) => Promise<Read>,
): Promise<Read | Failure> {
  const connection = new Duplex({
    read() {
      this.push(bytes)
      this.push(null)
    },
    write: (_chunk, _encoding, done) => done(),
  })
  const sent = http.request({ method, createConnection: () => connection, signal, ...PARSER })
  const result = resultOf(sent, signal, read)
  sent.end()
  const settled = await result
  return settled === 'stale' ? { error: 'reset' } : settled
}

/** Returns the result of a request; `stale` if its reused connection turned out to be closed. */
function resultOf<Read>(
  sent: http.ClientRequest,
  signal: AbortSignal,
  read: (response: http.IncomingMessage) => Promise<Read>,
): Promise<Read | Failure | 'stale'> {
  const { promise, resolve } = Promise.withResolvers<Read | Failure | 'stale'>()
  let informational = 0
  sent.on('information', () => {
    informational += 1
    if (informational > MAX_INFORMATIONAL_RESPONSES) sent.destroy()
  })
  // After the response event, a failure ends only the body: the promise is already resolved.
  sent.once('response', (response) => {
    // A 101 without a protocol arrives here, although no upgrade was requested.
    if ((response.statusCode ?? 0) < 200) return sent.destroy()
    // Where such a response ends is uncertain, so what follows on its connection must not be taken for the next one.
    if (response.headers['content-length'] && response.headers['transfer-encoding']) sent.shouldKeepAlive = false
    resolve(read(response))
  })
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (signal.aborted) return resolve({ error: 'timeout' })
    const stale = sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
    resolve(stale ? 'stale' : failureOf(error))
  })
  // Covers every other end of a request. A request that never ends would block the whole batch.
  sent.once('close', () => resolve({ error: signal.aborted ? 'timeout' : 'reset' }))
  return promise
}

export type ConnectionCause = Extract<
  FailureCause,
  'dns' | 'refused' | 'tls' | 'timeout' | 'reset' | 'invalid_response' | 'blocked_address'
>

/** The maximum length of a reason. */
const REASON_LENGTH = 100

function failureOf(error: NodeJS.ErrnoException & { readonly reason?: unknown }): Failure {
  const cause = connectionCause(error)
  const told = cause === 'tls' ? error.code : cause === 'invalid_response' ? error.reason : undefined
  return typeof told === 'string' ? { error: cause, reason: told.slice(0, REASON_LENGTH) } : { error: cause }
}

const UNREACHABLE = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']
/** OpenSSL's codes of certificate errors, and Node's codes of failed handshakes. */
const TLS =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|UNABLE_TO|ERROR_IN_CERT|DEPTH_ZERO|SELF_SIGNED|INVALID_|PATH_LENGTH|HOSTNAME_MISMATCH)/

/** Returns why a request got no status line. `reset`: any failure of an open connection, `invalid_response`: bytes that are no HTTP. */
export function connectionCause(error: NodeJS.ErrnoException): ConnectionCause {
  const code = error.code ?? ''
  if (error instanceof BlockedAddressError) return 'blocked_address'
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns'
  if (UNREACHABLE.includes(code)) return 'refused'
  if (code === 'ETIMEDOUT') return 'timeout'
  // The connection ended within the headers.
  if (code === 'HPE_INVALID_EOF_STATE') return 'reset'
  if (code.startsWith('HPE_')) return 'invalid_response'
  return TLS.test(code) ? 'tls' : 'reset'
}

/** Servers close idle connections after 5 s or more; one may end unnoticed while a function is frozen. */
export const MAX_IDLE_MILLISECONDS = 2000

const OPTIONS = { keepAlive: true, maxSockets: 20, maxFreeSockets: 10 }
const agents = { http: new http.Agent(OPTIONS), https: new https.Agent(OPTIONS) }
const idleSince = new WeakMap<Socket, number>()
for (const agent of Object.values(agents))
  agent.on('free', (socket: Socket) => void idleSince.set(socket, systemClock()))

/** Returns the agent that reuses idle connections, after closing those that were idle too long. */
export function reusingConnections(secure: boolean, clock = systemClock): http.Agent {
  const agent = secure ? agents.https : agents.http
  const idleSinceAtLeast = clock() - MAX_IDLE_MILLISECONDS
  for (const sockets of Object.values(agent.freeSockets))
    for (const socket of sockets ?? []) if ((idleSince.get(socket) ?? 0) < idleSinceAtLeast) socket.destroy()
  return agent
}
