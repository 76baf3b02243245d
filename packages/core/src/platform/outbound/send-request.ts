import type http from 'node:http'
import { type Guard, systemGuard } from './address-guard.ts'
import type { ConnectionCause } from './connection-cause.ts'
import { exchange } from './exchange.ts'
import { type KeptResponse, readResponse } from './read-response.ts'

/** What came of one request: a status line, or why there was none. */
export type Outcome = { readonly status: number } | { readonly error: ConnectionCause }

/** What came back: the status line or why there is none, and of headers and body what is kept. */
export interface Answer extends KeptResponse {
  readonly outcome: Outcome
  readonly durationMs: number
  /** Whether the deadline came while the body was still arriving. */
  readonly bodyLate: boolean
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
  const signal = AbortSignal.timeout(request.deadlineMs)
  const settled = await exchange({ ...request, method: 'POST', signal, reuse: true }, guard, (response) =>
    settledBy(response, signal),
  )
  const durationMs = Math.round(performance.now() - started)
  const answer =
    'error' in settled ? { outcome: settled, headers: {}, body: '', bodyCut: false, bodyLate: false } : settled
  return { ...answer, durationMs }
}

async function settledBy(response: http.IncomingMessage, deadline: AbortSignal): Promise<Settled> {
  const { statusCode: status = 0 } = response
  const kept = await readResponse(response)
  // A body that ends with the connection looks complete when the deadline ends both.
  return { ...kept, outcome: { status }, bodyCut: kept.bodyCut || deadline.aborted, bodyLate: deadline.aborted }
}
