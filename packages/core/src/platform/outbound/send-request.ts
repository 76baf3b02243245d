import type http from 'node:http'
import { type Guard, systemGuard } from './address-guard.ts'
import type { ConnectionCause } from './connection-cause.ts'
import { exchange } from './exchange.ts'
import { type KeptResponse, readResponse } from './read-response.ts'

/** The outcome of one request: a status line, or why there was none. */
export type Outcome = { readonly status: number } | { readonly error: ConnectionCause }

/** The result of one request: its outcome, and the kept part of headers and body. */
export interface Answer extends KeptResponse {
  readonly outcome: Outcome
  readonly durationMs: number
  /** Whether the deadline passed while the body was arriving. */
  readonly bodyLate: boolean
}

export interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For all phases: name resolution, connection, TLS, status line, headers and body. */
  readonly deadlineMs: number
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
