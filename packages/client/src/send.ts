import { type Answer, errorOf, resultOf } from './answer.ts'
import type { CallOptions } from './client-types.ts'
import { ConnectionError, RateLimitError } from './errors.ts'
import type { Fetch } from './fetch.ts'
import type { Operation } from './operation.ts'
import { backoffMs, isRepeatable, isTransient, LONGEST_RETRY_AFTER_SECONDS, retryAfterSeconds } from './retry.ts'
import type { Timing } from './timing.ts'

/** How requests are sent. */
export interface Connection {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch: Fetch
  readonly retries: number
  readonly timeoutMs: number
  readonly timing: Timing
}

export interface Request {
  readonly method: Operation['method']
  /** Path and query. */
  readonly target: string
  /** JSON, or a form for a body with files; undefined sends no body. */
  readonly body: string | FormData | undefined
}

/** Sends a request until it is answered for good or its retries are used up, and reads the answer. */
export async function send(connection: Connection, request: Request, options: CallOptions = {}): Promise<unknown> {
  const { timing } = connection
  const idempotencyKey = options.idempotencyKey === undefined ? crypto.randomUUID() : options.idempotencyKey
  const repeatable = isRepeatable(request.method, idempotencyKey)
  const retries = repeatable ? (options.retries ?? connection.retries) : 0
  for (let retry = 1; ; retry++) {
    const outcome = await attempt(connection, request, idempotencyKey, options)
    const delayMs = retry > retries ? undefined : delayBefore(retry, outcome, timing)
    if (delayMs === undefined) {
      if (outcome instanceof ConnectionError) throw outcome
      return resultOf(outcome, timing.now())
    }
    await timing.sleep(delayMs, options.signal)
  }
}

/** Milliseconds to wait before another attempt; undefined when this outcome is for good. */
function delayBefore(retry: number, outcome: Answer | ConnectionError, { now, random }: Timing): number | undefined {
  const backoff = backoffMs(retry, random())
  if (outcome instanceof ConnectionError) return backoff
  if (!isTransient(outcome.status)) return undefined
  const error = errorOf(outcome, now())
  const seconds =
    error instanceof RateLimitError
      ? error.retryAfterSeconds
      : (retryAfterSeconds(outcome.headers.get('retry-after'), now()) ?? 0)
  if (seconds > LONGEST_RETRY_AFTER_SECONDS) return undefined
  // The back-off comes on top: clients that were refused together should not come back together.
  return seconds * 1000 + backoff
}

async function attempt(
  connection: Connection,
  { method, target, body }: Request,
  idempotencyKey: string | null,
  options: CallOptions,
): Promise<Answer | ConnectionError> {
  const { fetch } = connection
  const timeoutMs = options.timeoutMs ?? connection.timeoutMs
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    options.signal?.throwIfAborted()
    const response = await fetch(connection.baseUrl + target, {
      method,
      headers: {
        accept: 'application/json',
        'x-api-key': connection.apiKey,
        // A form names its own content type, with the boundary that fetch chooses.
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(method === 'POST' && idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body }),
      signal,
      // Followed redirects would carry the API key to wherever they point.
      redirect: 'manual',
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason
    if (timeout.aborted) return new ConnectionError(`No answer within ${timeoutMs} ms`, 'timeout', { cause })
    return new ConnectionError('The API could not be reached', 'network', { cause })
  }
}
