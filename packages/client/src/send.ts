import type { CallOptions, Fetch } from './client-types.ts'
import type { ErrorDetail } from './contract-types.ts'
import { ApiError, type ApiErrorFields, ConnectionError, RateLimitError } from './errors.ts'
import type { Operation } from './operation.ts'
import {
  backoffMs,
  DEFAULT_RETRY_AFTER_SECONDS,
  isRepeatable,
  isTransient,
  MAX_RETRY_AFTER_SECONDS,
  retryAfterSeconds,
} from './retry.ts'
import type { Timing } from './timing.ts'

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
  /** JSON, or a form if the body has files; undefined sends no body. */
  readonly body: string | FormData | undefined
}

/** Sends a request with retries, and returns the body of the response. */
export async function send(connection: Connection, request: Request, options: CallOptions = {}): Promise<unknown> {
  const { timing } = connection
  const idempotencyKey = options.idempotencyKey === undefined ? crypto.randomUUID() : options.idempotencyKey
  const repeatable = isRepeatable(request.method, request.target, idempotencyKey)
  const retries = options.retries ?? connection.retries
  for (let retry = 1; ; retry++) {
    const outcome = await attempt(connection, request, idempotencyKey, options)
    // The API does not run a request that it refuses with a 429, so any method can be repeated.
    const isAllowed = retry <= retries && (repeatable || isRefused(outcome))
    const delayMs = isAllowed ? delayBefore(retry, outcome, timing) : undefined
    if (delayMs === undefined) {
      if (outcome instanceof ConnectionError) throw outcome
      return resultOf(outcome, timing.now())
    }
    await timing.sleep(delayMs, options.signal)
  }
}

function isRefused(outcome: ApiResponse | ConnectionError): boolean {
  return !(outcome instanceof ConnectionError) && outcome.status === 429
}

/** Returns the milliseconds to wait before the next attempt, or undefined if the outcome is final. */
function delayBefore(
  retry: number,
  outcome: ApiResponse | ConnectionError,
  { now, random }: Timing,
): number | undefined {
  const backoff = backoffMs(retry, random())
  if (outcome instanceof ConnectionError) return backoff
  if (!isTransient(outcome.status, outcome.headers.has('retry-after'))) return undefined
  const error = errorOf(outcome, now())
  const seconds =
    error instanceof RateLimitError
      ? error.retryAfterSeconds
      : (retryAfterSeconds(outcome.headers.get('retry-after'), now()) ?? 0)
  if (seconds > MAX_RETRY_AFTER_SECONDS) return undefined
  // Backoff is added so that clients that were limited together do not retry together.
  return seconds * 1000 + backoff
}

async function attempt(
  connection: Connection,
  { method, target, body }: Request,
  idempotencyKey: string | null,
  options: CallOptions,
): Promise<ApiResponse | ConnectionError> {
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
        // For a form, `fetch` sets the content type with its boundary.
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(method === 'POST' && idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body }),
      signal,
      // A followed redirect would send the API key to another server.
      redirect: 'manual',
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason
    if (timeout.aborted) return new ConnectionError(`No response within ${timeoutMs} ms`, 'timeout', { cause })
    return new ConnectionError(`Could not reach the API at ${connection.baseUrl}`, 'network', { cause })
  }
}

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Returns the body of a successful response, or undefined if it is empty. @throws ApiError for other responses */
function resultOf(response: ApiResponse, nowMs: number): unknown {
  if (response.status < 200 || response.status > 299) throw errorOf(response, nowMs)
  if (response.text === '') return undefined
  try {
    return JSON.parse(response.text)
  } catch (cause) {
    throw new ApiError(`Status ${response.status} with a body that is not JSON`, unexpected(response), { cause })
  }
}

function errorOf(response: ApiResponse, nowMs: number): ApiError {
  const body = parseObject(response.text)
  const message = typeof body.error === 'string' ? body.error : `Status ${response.status}`
  if (response.status === 429) {
    const seconds = wholeSeconds(body.retry_after) ?? retryAfterSeconds(response.headers.get('retry-after'), nowMs)
    const fields = { ...unexpected(response), code: 'rate_limited' }
    return new RateLimitError(message, fields, seconds ?? DEFAULT_RETRY_AFTER_SECONDS)
  }
  if (typeof body.code !== 'string') return new ApiError(message, unexpected(response))
  const reason = typeof body.reason === 'string' ? body.reason : undefined
  return new ApiError(message, { ...unexpected(response), code: body.code, reason, details: detailsOf(body.details) })
}

function unexpected({ status, headers }: ApiResponse): ApiErrorFields {
  return { status, code: 'unexpected_response', details: [], requestId: headers.get('x-request-id') ?? undefined }
}

function wholeSeconds(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? Math.ceil(value) : undefined
}

function detailsOf(value: unknown): ErrorDetail[] {
  return Array.isArray(value) ? value.filter(isDetail) : []
}

function isDetail(value: unknown): value is ErrorDetail {
  const { path, message } = isObject(value) ? value : {}
  return typeof path === 'string' && typeof message === 'string'
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
