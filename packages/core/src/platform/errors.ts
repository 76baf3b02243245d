import { type ConflictReason, ERROR_STATUS, type ErrorCode, type ErrorDetail } from '@replywright/contract/errors.ts'

interface ServiceErrorOptions extends ErrorOptions {
  /** Seconds after which the same request can succeed. Absent if a repeat does not help. */
  readonly retryAfterSeconds?: number
  /** Distinguishes the errors with the code `conflict`. */
  readonly reason?: ConflictReason
  /** When a restriction ends, as an ISO time, or null if it does not end by itself. Of errors with the code `number_restricted`. */
  readonly until?: string | null
}

/** An error that the caller may see. Any other error becomes a 500 without details. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly reason: ConflictReason | undefined
  readonly until: string | null | undefined
  constructor(code: ErrorCode, message: string, details?: readonly ErrorDetail[], options?: ServiceErrorOptions) {
    super(message, options)
    this.code = code
    this.details = details
    this.retryAfterSeconds = options?.retryAfterSeconds
    this.reason = options?.reason
    this.until = options?.until
  }
  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** An unexpected state. The message is logged, so it has ids and codes only, and nothing that a customer wrote. */
export class InternalError extends Error {
  override name = 'InternalError'
}

/** A 429 that tells the caller when to retry. */
export class RateLimitError extends Error {
  override name = 'RateLimitError'
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const ID = 'id, and that it belongs to your organisation'

/**
 * Returns a 404 for something that is unknown or belongs to another organisation. `given` is what the caller named it
 * by, and what to check about it.
 */
export function notFound(noun: string, given = ID): ServiceError {
  return new ServiceError('not_found', `No such ${noun}. Check the ${given}.`)
}

/** Returns a 409. */
export function conflict(
  reason: ConflictReason,
  message: string,
  options?: Pick<ServiceErrorOptions, 'retryAfterSeconds'>,
): ServiceError {
  return new ServiceError('conflict', message, undefined, { ...options, reason })
}

/** Returns a 400 for one invalid field of the body or query; `path` is `''` for the request as a whole. */
export function invalidField(path: string, message: string): ServiceError {
  return new ServiceError('validation_error', path === '' ? message : `${path}: ${message}`, [{ path, message }])
}
