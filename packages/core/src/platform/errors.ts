import { ERROR_STATUS, type ErrorCode, type ErrorDetail } from '@messaging/contract/errors.ts'

/** An error the caller may see. Anything else that is thrown is a 500 with no detail. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | undefined
  constructor(code: ErrorCode, message: string, details?: readonly ErrorDetail[], options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.details = details
  }
  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** Too many requests of one kind: a 429 that says when to come back. */
export class RateLimitError extends Error {
  override name = 'RateLimitError'
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 404 for an id in the path that is unknown, or known to another organisation only. */
export function notFound(noun: string): ServiceError {
  return new ServiceError('not_found', `No such ${noun}. Check the id, and that it is of your organisation.`)
}

/** 400 for one refused field of the body or query; `path` is `''` for the request as a whole. */
export function invalidField(path: string, message: string): ServiceError {
  return new ServiceError('validation_error', path === '' ? message : `${path}: ${message}`, [{ path, message }])
}
