import http from 'node:http'
import https from 'node:https'
import type { Outcome } from '../deliveries/outcome.ts'
import { dialledUrl, type Guard, guardedLookup, systemGuard } from './address-guard.ts'
import { type ConnectionCause, connectionCause } from './connection-cause.ts'
import { type KeptAnswer, readAnswer } from './read-answer.ts'

const AGENT_OPTIONS = { keepAlive: true, keepAliveMsecs: 10_000, maxSockets: 20, maxFreeSockets: 10, timeout: 60_000 }
/** Connections are kept between invocations of a warm function. */
const agents = { 'http:': new http.Agent(AGENT_OPTIONS), 'https:': new https.Agent(AGENT_OPTIONS) }

/** Most 1xx answers before the real one; an endpoint that sends more is taken for broken. */
const INFORMATIONAL_ANSWERS = 20

/** What came back: the status line or why there is none, and of headers and body what is kept. */
export interface Answer extends KeptAnswer {
  readonly outcome: Outcome
  readonly durationMs: number
}

export interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For everything: name, connection, TLS, status line, headers and body. */
  readonly deadlineMs: number
}

type Settled = Omit<Answer, 'durationMs'>

/**
 * POSTs to a customer's URL. Never throws: a refused, broken or late connection is an outcome. Redirects are not followed,
 * compressed bodies are not unpacked. The status line decides; the body is read until the deadline and never changes the
 * outcome.
 */
export async function sendRequest(request: Request, guard: Guard = systemGuard): Promise<Answer> {
  const started = performance.now()
  const deadline = AbortSignal.timeout(request.deadlineMs)
  const first = await attempt(request, guard, deadline)
  // A kept connection that the endpoint closed meanwhile says nothing about the endpoint: once more, on a fresh one.
  const settled = first === 'stale' ? await attempt(request, guard, deadline, true) : first
  const durationMs = Math.round(performance.now() - started)
  return { ...(settled === 'stale' ? failure('reset') : settled), durationMs }
}

function failure(error: ConnectionCause): Settled {
  return { outcome: { error }, headers: {}, body: '', bodyCut: false }
}

async function attempt(
  request: Request,
  guard: Guard,
  deadline: AbortSignal,
  fresh = false,
): Promise<Settled | 'stale'> {
  const url = dialledUrl(request.url, guard)
  if (!url) return failure('blocked_address')
  const secure = url.protocol === 'https:'
  const sent = (secure ? https : http).request(url, {
    method: 'POST',
    headers: { ...request.headers, 'Content-Length': Buffer.byteLength(request.body) },
    agent: fresh ? false : agents[secure ? 'https:' : 'http:'],
    signal: deadline,
    lookup: guardedLookup(guard),
  })
  const answer = answerTo(sent, deadline)
  sent.end(request.body)
  return await answer
}

/** What becomes of a request; `stale` when its kept connection turned out to be closed. */
function answerTo(sent: http.ClientRequest, deadline: AbortSignal): Promise<Settled | 'stale'> {
  const { promise, resolve } = Promise.withResolvers<Settled | 'stale'>()
  let informational = 0
  sent.on('information', () => {
    informational += 1
    if (informational > INFORMATIONAL_ANSWERS) sent.destroy()
  })
  // From here on what breaks ends the body only: the promise has its answer, whatever else the request emits.
  sent.once('response', (response) => resolve(settledBy(response, deadline)))
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (deadline.aborted) return resolve(failure('timeout'))
    const stale = sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
    resolve(stale ? 'stale' : failure(connectionCause(error)))
  })
  // Whatever else may end a request: one that never settled would hold up the whole batch.
  sent.once('close', () => resolve(failure(deadline.aborted ? 'timeout' : 'reset')))
  return promise
}

async function settledBy(response: http.IncomingMessage, deadline: AbortSignal): Promise<Settled> {
  const { statusCode: status = 0 } = response
  const kept = await readAnswer(response)
  // A 101 that names no protocol arrives here: nobody asked for one.
  if (status < 200) return failure('reset')
  // A body that ends with the connection looks complete when the deadline ends both.
  return { ...kept, outcome: { status }, bodyCut: kept.bodyCut || deadline.aborted }
}
