import type { ErrorDetail } from '@replywright/contract/errors.ts'
import { parseExactJson } from '@replywright/contract/exact-json.ts'
import * as v from 'valibot'

export interface ApiErrorFields {
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  /** The contract's code, or `rate_limited`, `unexpected_response`, `network`. */
  readonly code: string
  readonly details?: readonly ErrorDetail[]
  readonly requestId?: string
  /** The path and query of what was read; absent for changes. */
  readonly target?: string
}

/** A call that was rejected or got no response. `message` is a sentence for users. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  readonly target: string | undefined
  constructor(message: string, fields: ApiErrorFields, options?: ErrorOptions) {
    const { status, code, details = [], requestId, target } = fields
    super(message, options)
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
    this.target = target
  }
}

/** Returns whether a retry may succeed: after no response, a rate limit or a server error. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** Returns whether the call failed because no user is signed in. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

const Body = v.object({
  error: v.fallback(v.optional(v.string()), undefined),
  code: v.fallback(v.optional(v.string()), undefined),
  details: v.fallback(v.array(v.object({ path: v.string(), message: v.string() })), []),
})

/** Builds the error of a response, with the API's message and code if present. */
export function errorOf(
  status: number,
  text: string,
  { requestId, target }: Pick<ApiErrorFields, 'requestId' | 'target'> = {},
): ApiError {
  const parsed = v.safeParse(Body, parseJson(text))
  const { error = `The service returned status ${status}.`, code, details = [] } = parsed.success ? parsed.output : {}
  const fallback = status === 429 ? 'rate_limited' : 'unexpected_response'
  return new ApiError(error, { status, code: code ?? fallback, details, requestId, target })
}

/** Parses a JSON text, with every digit of large integers. Returns undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}
