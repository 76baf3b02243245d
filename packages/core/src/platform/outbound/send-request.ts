import type http from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Ms } from '@replywright/contract/time.ts'
import { type Guard, systemGuard } from './address-guard.ts'
import { exchange, type Failure } from './exchange.ts'

/** The outcome of one request: a status line, or why there was none. */
export type Outcome = { readonly status: number } | Failure

/** The result of one request: its outcome, and the kept part of headers and body. */
export interface Answer extends ReadResponse {
  readonly outcome: Outcome
  readonly durationMs: Ms
  /** Whether the deadline passed while the body was arriving. */
  readonly bodyLate: boolean
}

export interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For all phases: name resolution, connection, TLS, status line, headers and body. */
  readonly deadlineMs: Ms
}

type WithoutDuration = Omit<Answer, 'durationMs'>

/**
 * POSTs to a customer's URL. Never throws: a refused, broken or late connection is an outcome. Redirects are not
 * followed, and bodies are not decompressed. The status line decides the outcome. The body is read until the deadline
 * and never changes the outcome.
 */
export async function sendRequest(request: Request, guard: Guard = systemGuard): Promise<Answer> {
  const started = performance.now()
  const signal = AbortSignal.timeout(request.deadlineMs)
  const result = await exchange({ ...request, method: 'POST', signal, reuse: true }, guard, (response) =>
    outcomeOf(response, signal),
  )
  const durationMs = Math.round(performance.now() - started)
  const response =
    'error' in result ? { outcome: result, headers: {}, body: '', bodyCut: false, bodyLate: false } : result
  return { ...response, durationMs }
}

async function outcomeOf(response: http.IncomingMessage, deadline: AbortSignal): Promise<WithoutDuration> {
  const { statusCode: status = 0 } = response
  const kept = await readResponse(response)
  // A body that ends with its connection looks complete if the deadline ends both.
  return { ...kept, outcome: { status }, bodyCut: kept.bodyCut || deadline.aborted, bodyLate: deadline.aborted }
}

/** The maximum of body bytes that are read. The connection of a larger body is closed. */
const MAX_READ_BYTES = 128 * 1024
/** The maximum of bytes that are kept of a response's body, and of its headers. */
export const KEPT_BODY_BYTES = 4 * 1024
const KEPT_HEADER_BYTES = 1024

interface ReadResponse {
  readonly headers: Readonly<Record<string, string>>
  /** The bytes as they arrived, decoded as UTF-8. A compressed body stays compressed. */
  readonly body: string
  /** Whether the body is longer than the kept part, or incomplete. */
  readonly bodyCut: boolean
}

/** Reads the part of a response that is kept. Never rejects: a broken or long body is cut. */
function readResponse(response: IncomingMessage): Promise<ReadResponse> {
  const { promise, resolve } = Promise.withResolvers<ReadResponse>()
  const chunks: Buffer[] = []
  let read = 0
  const finish = (cut: boolean) => {
    const kept = Buffer.concat(chunks).subarray(0, KEPT_BODY_BYTES)
    resolve({
      headers: headersOf(response.headers),
      // A character that the limit splits is omitted.
      body: new TextDecoder().decode(kept, { stream: true }),
      bodyCut: cut || read > KEPT_BODY_BYTES,
    })
  }
  response.on('data', (chunk: Buffer) => {
    if (read < KEPT_BODY_BYTES) chunks.push(chunk)
    read += chunk.length
    if (read > MAX_READ_BYTES) response.destroy()
  })
  response.once('end', () => finish(false))
  response.once('error', () => finish(true))
  response.once('close', () => finish(!response.complete))
  return promise
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
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
