import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { type Clock, delay, every } from '../clock.ts'
import { controlProblem } from '../control-problem.ts'
import { answer, escapeHtml, htmlPage, type Reply } from '../http.ts'
import type { Inbox } from '../inbox.ts'
import { ORDERS_PATH, orderOf } from '../orders.ts'
import { Script, type Step } from './behaviour.ts'
import { type Verdict, verify } from './verification.ts'

const CHUNK_BYTES = 64 * 1024

export interface State {
  clock: Clock
  inbox: Inbox<Received>
  /** By path. */
  secrets: Map<string, string>
  scripts: Map<string, Script>
}

const PAGE_LENGTH = 50
const CONTROL = '/_control'

/** Serves the two pages, the shop's orders and the control routes. Every other path accepts deliveries. */
export async function serve(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const { method = 'GET', headers } = request
  const body = await buffer(request)
  if (method === 'GET' && path === '/')
    return answer(response, { status: 200, body: renderPage(state.inbox.items.slice(-PAGE_LENGTH).toReversed()) })
  if (method === 'GET' && path === '/_received')
    return answer(response, list(searchParams.get('path') ?? undefined, state))
  if (method === 'GET' && path.startsWith(ORDERS_PATH))
    return answer(response, { status: 200, body: orderOf(path.slice(ORDERS_PATH.length)) })
  if (path.startsWith(`${CONTROL}/`))
    return answer(response, control(method, path.slice(CONTROL.length), body.toString(), state))

  const verdict = verify(headers, body, state.secrets.get(path), state.clock)
  const script = state.scripts.get(path) ?? new Script({})
  const step = script.next()
  state.inbox.add(receive({ method, path, headers, body, receivedAt: state.clock(), verdict }))
  await act(step, response)
}

/** Returns the deliveries on one path or on all, oldest first. */
export function receivedOn(path: string | undefined, { inbox }: State): Received[] {
  return inbox.items.filter((delivery) => path === undefined || delivery.path === path)
}

function list(path: string | undefined, state: State): Reply {
  const deliveries = receivedOn(path, state).map((delivery) => ({ ...delivery, body: delivery.body.toString() }))
  return { status: 200, body: { deliveries } }
}

const ControlInput = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.array(v.unknown()), v.looseObject({ secret: v.optional(v.string()) })]),
)

/** `PUT` sets a path's behaviour, its signing `secret`, or both; `DELETE` resets it to 200. */
function control(method: string, path: string, body: string, state: State): Reply {
  if (method === 'DELETE') {
    state.scripts.delete(path)
    return { status: 204 }
  }
  if (method !== 'PUT') return { status: 405, body: { error: 'only PUT and DELETE are allowed' } }
  try {
    const input = v.parse(ControlInput, body)
    const { secret, ...behaviour } = Array.isArray(input) ? { secret: undefined } : input
    if (Array.isArray(input)) state.scripts.set(path, new Script(input))
    else if (secret === undefined || Object.keys(behaviour).length > 0) state.scripts.set(path, new Script(behaviour))
    if (secret !== undefined) state.secrets.set(path, secret)
    return { status: 204 }
  } catch (error) {
    return { status: 400, body: { error: controlProblem(error) } }
  }
}

/** Responds to one delivery as the step says. An endless response ends with the connection. */
async function act(step: Step, response: ServerResponse): Promise<void> {
  const { socket } = response
  if (step.kind === 'answer') await step.until
  if (!socket || !(await delayUnlessClosed(step.delayMs, socket))) return
  const untilClosed = (everyMs: number, callback: () => void) => socket.once('close', every(everyMs, callback))
  switch (step.kind) {
    case 'answer':
      response.writeHead(step.status, step.headers).end(step.body)
      return
    case 'redirect':
      response.writeHead(step.status, { location: step.location }).end()
      return
    case 'reset':
      socket.resetAndDestroy()
      return
    case 'hang':
      return
    case 'drip':
      response.writeHead(step.status, { 'content-type': 'text/plain' }).flushHeaders()
      untilClosed(step.everyMs, () => response.write('.'))
      return
    case 'slow-headers':
      socket.write('HTTP/1.1 200 OK\r\n')
      untilClosed(step.everyMs, () => socket.write('X-Slow: yes\r\n'))
      return
    case 'huge':
      response.writeHead(step.status, { 'content-length': step.bytes })
      // It is no error if the client closes the connection early.
      await pipeline(Readable.from(chunks(step.bytes)), response).catch(() => undefined)
      return
    case 'invalid-http':
      socket.end('this is not HTTP\r\n\r\n')
      return
  }
}

/** Waits. Returns whether the connection is still open. */
async function delayUnlessClosed(ms: number, socket: Socket): Promise<boolean> {
  if (ms === 0) return !socket.destroyed
  const closed = new AbortController()
  socket.once('close', () => closed.abort())
  return delay(ms, closed.signal)
}

function* chunks(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES, 'x')
  for (let left = bytes; left > 0; left -= CHUNK_BYTES) yield left < CHUNK_BYTES ? chunk.subarray(0, left) : chunk
}

/** Builds a page of deliveries, in the given order, that reloads every two seconds. */
function renderPage(deliveries: readonly Received[]): string {
  return htmlPage({
    title: 'Deliveries',
    heading: 'Latest deliveries',
    articles: deliveries.map(renderDelivery),
    empty: 'No deliveries yet.',
  })
}

function renderDelivery({
  method,
  path,
  event,
  deliveryId,
  receivedAt,
  verdict,
  json,
  headers,
  body,
}: Received): string {
  const { ok, ...checks } = verdict
  const failed = Object.entries(checks).filter(([, check]) => check !== 'valid')
  const text = ok ? '✓ signatures valid' : `✗ ${failed.map(([name, check]) => `${name}: ${check}`).join(', ')}`
  const pretty = json === undefined ? body.toString() : JSON.stringify(json, undefined, 2)
  return `<article>
<header>
<strong>${escapeHtml(event ?? method)}</strong>
<code>${escapeHtml(path)}</code>
<code>${escapeHtml(deliveryId ?? 'no delivery id')}</code>
<time>${new Date(receivedAt).toISOString()}</time>
<span class="verdict ${ok ? 'good' : 'bad'}">${escapeHtml(text)}</span>
</header>
<details><summary>Headers</summary><pre>${escapeHtml(headerLines(headers))}</pre></details>
<pre>${escapeHtml(pretty)}</pre>
</article>`
}

function headerLines(headers: IncomingHttpHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

export interface Received {
  method: string
  /** Without the query. */
  path: string
  headers: IncomingHttpHeaders
  /** The exact bytes. */
  body: Buffer
  /** The parsed body; undefined if it is not JSON. */
  json: unknown
  /** Milliseconds since the epoch. */
  receivedAt: number
  /** `X-Service-Event` and `X-Service-Delivery`. */
  event: string | undefined
  deliveryId: string | undefined
  verdict: Verdict
}

const Json = v.pipe(v.string(), v.parseJson())

function receive(facts: Pick<Received, 'method' | 'path' | 'headers' | 'body' | 'receivedAt' | 'verdict'>): Received {
  const { success, output } = v.safeParse(Json, facts.body.toString())
  return {
    ...facts,
    json: success ? output : undefined,
    event: facts.headers['x-service-event']?.toString(),
    deliveryId: facts.headers['x-service-delivery']?.toString(),
  }
}

/** Returns a line that identifies a delivery. */
export function describeReceived({ method, path, event, deliveryId, verdict }: Received): string {
  return `${method} ${path} ${event ?? 'without event'} ${deliveryId ?? ''} (signature ${verdict.signature})`
}
