import type { ErrorCode, ErrorDetail } from './contract-types.ts'

/**
 * `code` of an error answer. Beyond those of the API: `rate_limited` (429), and `unexpected_response` for an answer that is
 * not the API's own, as from a proxy in between. Any string, since the API may add codes.
 */
export type ApiErrorCode = ErrorCode | 'rate_limited' | 'unexpected_response' | (string & Record<never, never>)

export interface ApiErrorFields {
  readonly status: number
  readonly code: ApiErrorCode
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
}

/** The API answered, with an error. `message` is for a person; decide by `code`. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  /** HTTP status of the answer. */
  readonly status: number
  readonly code: ApiErrorCode
  /** Each field that was refused, with its path (`contact.name`) and why; empty unless `code` is `validation_error`. */
  readonly details: readonly ErrorDetail[]
  /** `x-request-id` of the answer, to quote when you report a problem. */
  readonly requestId: string | undefined

  constructor(message: string, fields: ApiErrorFields, options?: ErrorOptions) {
    super(message, options)
    this.status = fields.status
    this.code = fields.code
    this.details = fields.details
    this.requestId = fields.requestId
  }
}

/** 429: more requests than the API key may send. Thrown once the retries are used up. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError'
  /** Seconds to wait before the next request. */
  readonly retryAfterSeconds: number

  constructor(message: string, fields: ApiErrorFields, retryAfterSeconds: number) {
    super(message, fields)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer: the network failed (`cause` says how) or the attempt ran out of time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly reason: 'network' | 'timeout'

  constructor(message: string, reason: 'network' | 'timeout', options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
