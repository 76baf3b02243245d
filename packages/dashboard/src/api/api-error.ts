import type { ErrorDetail } from '@messaging/contract/errors.ts'
import * as v from 'valibot'

/** What is known of a call that failed. */
export interface ApiErrorFields {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The contract's code, or `rate_limited`, `unexpected_response`, `network`. */
  readonly code: string
  readonly details?: readonly ErrorDetail[]
  readonly requestId?: string
}

/** A call that was refused, or got no answer. `message` is a sentence for a person. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  constructor(message: string, { status, code, details = [], requestId }: ApiErrorFields, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
  }
}

/** Whether the same call may well succeed a moment later: no answer, too many calls, or a fault of the service. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

const Body = v.object({
  error: v.fallback(v.optional(v.string()), undefined),
  code: v.fallback(v.optional(v.string()), undefined),
  details: v.fallback(v.array(v.object({ path: v.string(), message: v.string() })), []),
})

/** The error that an answer stands for: the API's own sentence and code where it has them. */
export function errorOf(status: number, text: string, requestId: string | undefined): ApiError {
  const parsed = v.safeParse(Body, parseJson(text))
  const {
    error = `The service answered with status ${status}.`,
    code,
    details = [],
  } = parsed.success ? parsed.output : {}
  const fallback = status === 429 ? 'rate_limited' : 'unexpected_response'
  return new ApiError(error, { status, code: code ?? fallback, details, requestId })
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
