import type { ConflictReason, ErrorCode, ErrorDetail } from './contract-types.ts'

/**
 * The `code` of an error response. In addition to the API's codes: `rate_limited` (429), and `unexpected_response` for
 * a response that is not from the API, for example from a proxy. Any string, because the API may add codes.
 */
export type ApiErrorCode = ErrorCode | 'rate_limited' | 'unexpected_response' | (string & Record<never, never>)

export interface ApiErrorFields {
  readonly status: number
  readonly code: ApiErrorCode
  readonly reason?: ApiError['reason']
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
}

/** An error response of the API. Use `code` in programs and show `message` to people. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  /** HTTP status of the response. */
  readonly status: number
  readonly code: ApiErrorCode
  /** What a `conflict` (409) is about, if the API says it. Any string, because the API may add reasons. */
  readonly reason: ConflictReason | (string & Record<never, never>) | undefined
  /** The invalid fields: path (`contact.name`) and message. Empty unless `code` is `validation_error`. */
  readonly details: readonly ErrorDetail[]
  /** `x-request-id` of the response. Include it when you report a problem. */
  readonly requestId: string | undefined

  constructor(message: string, fields: ApiErrorFields, options?: ErrorOptions) {
    super(message, options)
    this.status = fields.status
    this.code = fields.code
    this.reason = fields.reason
    this.details = fields.details
    this.requestId = fields.requestId
  }
}

/** A 429 response: the rate limit of the API key is exceeded. Thrown after all retries. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError'
  /** Seconds to wait before the next request. */
  readonly retryAfterSeconds: number

  constructor(message: string, fields: ApiErrorFields, retryAfterSeconds: number) {
    super(message, fields)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No response: a network error (see `cause`) or a timeout. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly reason: 'network' | 'timeout'

  constructor(message: string, reason: 'network' | 'timeout', options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
