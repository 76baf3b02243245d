import * as v from 'valibot'
import { DateTime } from './fields.ts'

/** HTTP statuses by error code. */
export const ERROR_STATUS = {
  validation_error: 400,
  invalid_json: 400,
  authentication_failed: 401,
  permission_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  number_restricted: 409,
  opted_out: 409,
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

/** Why a request conflicts with the current state, of errors with the code `conflict`. */
export const CONFLICT_REASONS = [
  'changed_concurrently',
  'idempotency_key_in_progress',
  'idempotency_key_reused',
  'later_merge',
  'limit_reached',
  'outcome_known',
  'outcome_pending',
  'proof_required',
  'reading_in_progress',
  'replay_running',
  'response_not_stored',
  'template_not_ready',
  'trial_in_progress',
  'undo_in_progress',
  'number_disconnected',
  'webhook_deleted',
  'webhook_disabled',
] as const
export type ConflictReason = (typeof CONFLICT_REASONS)[number]

export const ErrorBody = v.pipe(
  v.object({
    error: v.pipe(v.string(), v.description('A readable description of the error and what to do.')),
    code: v.picklist(Object.keys(ERROR_STATUS)),
    reason: v.pipe(
      v.optional(v.picklist(CONFLICT_REASONS)),
      v.description('Why the request conflicts with the current state. Some errors with the code `conflict` have it.'),
    ),
    until: v.pipe(
      v.optional(v.nullable(DateTime)),
      v.description(
        'When a restriction of the number ends by itself, of errors with the code `number_restricted`. Null if it does not.',
      ),
    ),
    details: v.optional(v.array(ErrorDetail)),
  }),
  v.description(
    'The body of every error except 429. Only errors with the codes `validation_error` and `payload_too_large` can have `details`.',
  ),
)

export const RateLimitBody = v.pipe(
  v.object({ error: v.string(), retry_after: v.pipe(v.number(), v.integer()) }),
  v.description('The body of a 429.'),
)
