import type { ErrorDetail } from './contract-types.ts'
import { ApiError, type ApiErrorFields, RateLimitError } from './errors.ts'
import { DEFAULT_RETRY_AFTER_SECONDS, retryAfterSeconds } from './retry.ts'

/** An answer whose body has been read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The body of a successful answer; undefined when there is none. Throws an ApiError for any other answer. */
export function resultOf(answer: Answer, nowMs: number): unknown {
  if (answer.status < 200 || answer.status > 299) throw errorOf(answer, nowMs)
  if (answer.text === '') return undefined
  try {
    return JSON.parse(answer.text)
  } catch (cause) {
    throw new ApiError(`Status ${answer.status} with a body that is no JSON`, unexpected(answer), { cause })
  }
}

/** The error that an answer stands for. */
export function errorOf(answer: Answer, nowMs: number): ApiError {
  const body = parseObject(answer.text)
  const message = typeof body.error === 'string' ? body.error : `Status ${answer.status}`
  if (answer.status === 429) {
    const seconds = wholeSeconds(body.retry_after) ?? retryAfterSeconds(answer.headers.get('retry-after'), nowMs)
    const fields = { ...unexpected(answer), code: 'rate_limited' }
    return new RateLimitError(message, fields, seconds ?? DEFAULT_RETRY_AFTER_SECONDS)
  }
  if (typeof body.code !== 'string') return new ApiError(message, unexpected(answer))
  return new ApiError(message, { ...unexpected(answer), code: body.code, details: detailsOf(body.details) })
}

function unexpected({ status, headers }: Answer): ApiErrorFields {
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
