import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Outcome } from '../deliveries/outcome.ts'
import { settings } from '../settings.ts'
import { BlockedAddressError, dialledHost, guardedLookup, isGuardedAddress } from './address-guard.ts'

/** Most bytes of an answer that are read. */
const READ_BYTES = 128 * 1024
/** Most bytes of an answer's body, and of its headers, that are kept. */
export const KEPT_BODY_BYTES = 4 * 1024
const KEPT_HEADER_BYTES = 1024

const AGENT_OPTIONS = { keepAlive: true, keepAliveMsecs: 10_000, maxSockets: 20, maxFreeSockets: 10, timeout: 60_000 }
/** Connections are kept between invocations of a warm function. */
const agents = { 'http:': new http.Agent(AGENT_OPTIONS), 'https:': new https.Agent(AGENT_OPTIONS) }

/** What came back: the status line or why there is none, and of headers and body what is kept. */
export interface Answer {
  readonly outcome: Outcome
  readonly durationMs: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the body went on beyond what is kept. */
  readonly bodyCut: boolean
}

export interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For everything: name, connection, TLS, status line, headers and body. */
  readonly deadlineMs: number
}

/**
 * POSTs to a customer's URL. Never throws: a refused, broken or late connection is an outcome. Redirects are not followed.
 * The status line decides; the body is read until the deadline and never changes the outcome.
 */
export async function sendRequest(request: Request): Promise<Answer> {
  const started = performance.now()
  const answer = await attempt(request, request.deadlineMs)
  // A kept connection that the endpoint closed meanwhile says nothing about the endpoint: once more, on a fresh one.
  const spent = performance.now() - started
  const settled = answer === 'stale' ? await attempt(request, request.deadlineMs - spent, true) : answer
  const durationMs = Math.round(performance.now() - started)
  return { ...(settled === 'stale' ? failure('reset') : settled), durationMs }
}

type Settled = Omit<Answer, 'durationMs'>

function failure(error: Extract<Outcome, { error: string }>['error']): Settled {
  return { outcome: { error }, headers: {}, body: '', bodyCut: false }
}

function attempt(request: Request, deadlineMs: number, fresh = false): Promise<Settled | 'stale'> {
  const url = new URL(request.url)
  const host = dialledHost(url)
  if (!settings.ALLOW_PRIVATE_DESTINATIONS && isIP(host) && isGuardedAddress(host))
    return Promise.resolve(failure('blocked_address'))
  const secure = url.protocol === 'https:'
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(Math.max(0, Math.round(deadlineMs)))
    const sent = (secure ? https : http).request(url, {
      method: 'POST',
      headers: { ...request.headers, 'Content-Length': Buffer.byteLength(request.body) },
      agent: fresh ? false : agents[secure ? 'https:' : 'http:'],
      signal,
      ...(settings.ALLOW_PRIVATE_DESTINATIONS ? {} : { lookup: guardedLookup }),
    })
    let answered = false
    sent.once('response', (response) => {
      answered = true
      readAnswer(response, resolve)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The status line decides: what breaks behind it ends the body, and the response says so itself.
      if (answered) return
      if (signal.aborted) resolve(failure('timeout'))
      else if (sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) resolve('stale')
      else resolve(failure(errorCause(error)))
    })
    sent.end(request.body)
  })
}

/** Reads what is kept of an answer, whatever becomes of its body. */
function readAnswer(response: http.IncomingMessage, resolve: (settled: Settled) => void): void {
  const chunks: Buffer[] = []
  let read = 0
  const settle = (cut: boolean) => {
    const kept = Buffer.concat(chunks).subarray(0, KEPT_BODY_BYTES)
    resolve({
      outcome: { status: response.statusCode ?? 0 },
      headers: keptHeaders(response.headers),
      body: new TextDecoder().decode(kept, { stream: true }),
      bodyCut: cut || read > KEPT_BODY_BYTES,
    })
  }
  response.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read - chunk.length < KEPT_BODY_BYTES) chunks.push(chunk)
    if (read > READ_BYTES) response.destroy()
  })
  response.once('end', () => settle(false))
  response.once('error', () => settle(true))
  response.once('close', () => settle(!response.complete))
}

function keptHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {}
  let bytes = 0
  for (const [name, value] of Object.entries(headers)) {
    const text = String(value)
    bytes += name.length + Buffer.byteLength(text)
    if (bytes > KEPT_HEADER_BYTES) break
    kept[name] = text
  }
  return kept
}

function errorCause(error: NodeJS.ErrnoException): Extract<Outcome, { error: string }>['error'] {
  const code = error.code ?? ''
  if (error instanceof BlockedAddressError) return 'blocked_address'
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns'
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) return 'refused'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code)) return 'tls'
  return 'reset'
}
