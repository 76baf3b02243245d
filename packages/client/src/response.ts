import type { ErrorDetail } from './contract-types.ts'
import { ApiError, type ApiErrorFields, RateLimitError } from './errors.ts'
import { DEFAULT_RETRY_AFTER_SECONDS, retryAfterSeconds } from './retry.ts'

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Returns the body of a successful response, or undefined if it is empty. @throws ApiError for other responses */
export function resultOf(response: ApiResponse, nowMs: number): unknown {
  if (response.status < 200 || response.status > 299) throw errorOf(response, nowMs)
  if (response.text === '') return undefined
  try {
    return JSON.parse(response.text)
  } catch (cause) {
    throw new ApiError(`Status ${response.status} with a body that is not JSON`, unexpected(response), { cause })
  }
}

export function errorOf(response: ApiResponse, nowMs: number): ApiError {
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
