import * as v from 'valibot'

/** HTTP statuses by error code. */
export const ERROR_STATUS = {
  validation_error: 400,
  invalid_json: 400,
  authentication_failed: 401,
  permission_denied: 403,
  not_found: 404,
  conflict: 409,
  window_closed: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  server_error: 500,
  upstream_error: 502,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS
export type ErrorStatus = (typeof ERROR_STATUS)[ErrorCode] | 429

export const ErrorDetail = v.pipe(
  v.object({ path: v.string(), message: v.string() }),
  v.description('An invalid field and the reason.'),
)
export type ErrorDetail = v.InferOutput<typeof ErrorDetail>

export const ErrorBody = v.pipe(
  v.object({
    error: v.pipe(v.string(), v.description('A readable description of the error and what to do.')),
    code: v.picklist(Object.keys(ERROR_STATUS)),
    details: v.optional(v.array(ErrorDetail)),
  }),
  v.description('The body of every error except 429. Only validation errors have `details`.'),
)

export const RateLimitBody = v.pipe(
  v.object({ error: v.string(), retry_after: v.pipe(v.number(), v.integer()) }),
  v.description('The body of a 429.'),
)
