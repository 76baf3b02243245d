import {
  type ConflictReason,
  ERROR_STATUS,
  ErrorBody,
  type ErrorCode,
  type ErrorStatus,
  RateLimitBody,
} from '../errors.ts'
import type { Schemas } from './schemas.ts'
import type { Example, Reference, Response } from './types.ts'

/** Seconds after which the whole rate limit of a client is available again (spec, Limits). */
const RETRY_AFTER_SECONDS = 60

/** Name and description of the component for each error status. */
const RESPONSES: Record<ErrorStatus, { readonly name: string; readonly description: string }> = {
  400: { name: 'BadRequest', description: 'The request is invalid. `details` lists each invalid field.' },
  401: { name: 'Unauthorized', description: 'The API key is missing or invalid.' },
  403: {
    name: 'Forbidden',
    description:
      'The API key lacks the permission: it is a `read` key, the role of its owner does not allow the operation, or the resource is only shared with its user.',
  },
  404: { name: 'NotFound', description: 'The resource does not exist, or it belongs to another organisation.' },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path has other methods. The header `Allow` lists them.',
  },
  409: {
    name: 'Conflict',
    description:
      'The request conflicts with the current state, or its `Idempotency-Key` was used for another request or belongs to one in progress.',
  },
  413: {
    name: 'PayloadTooLarge',
    description:
      'The body is larger than 1 MB, or than the limit of the operation. Above about 4 MB, API Gateway refuses the request itself: the body is then `{"message": "Request Too Long"}`, which AWS does not let anybody change.',
  },
  415: { name: 'UnsupportedMediaType', description: 'The operation does not accept the content type.' },
  429: {
    name: 'TooManyRequests',
    description: 'More than 100 requests per minute with one API key. Try again after `retry_after` seconds.',
  },
  500: {
    name: 'ServerError',
    description: 'Internal error. Try again; if it persists, report the `x-request-id` header.',
  },
  502: {
    name: 'UpstreamError',
    description: 'The business messaging provider rejected the request, failed or did not respond.',
  },
}

const MESSAGES: Record<ErrorCode, string> = {
  validation_error: 'toNumber: must be a phone number in E.164 format, for example 447700900123',
  invalid_json: 'The body is not valid JSON.',
  authentication_failed: 'Missing or invalid API key. Send it in the header X-API-Key.',
  permission_denied: 'This API key may only read. Use a key with full permission.',
  not_found: 'No such agent. Check the id, and that it belongs to your organisation.',
  method_not_allowed: 'This path has no method DELETE. Use one of: GET, HEAD, POST.',
  conflict: 'The agent was changed concurrently. Try again.',
  number_restricted:
    'The messaging provider restricts the number (RESTRICTED_BIZ_INITIATED_MESSAGING). Reply to customers who write; templates can be sent again when the restriction ends. Nothing was sent.',
  opted_out: 'The customer refuses marketing. Send a template of another category.',
  window_closed: 'The service window is closed. Send a template instead.',
  payload_too_large: 'The body is larger than 1 MB.',
  unsupported_media_type: 'Send the body as JSON with the header Content-Type: application/json.',
  server_error: 'Internal error. Try again; if it persists, report the x-request-id header.',
  upstream_error: 'The provider did not respond.',
}

/** Further examples: names, and the code and message. */
const MORE_EXAMPLES: Readonly<
  Record<string, { readonly code: ErrorCode; readonly reason: ConflictReason; readonly error: string }>
> = {
  idempotency_key_reused: {
    code: 'conflict',
    reason: 'idempotency_key_reused',
    error: 'This Idempotency-Key was used for another request. Use a new key.',
  },
}

const CODES = new Map(Object.entries(MESSAGES))

export const REQUEST_ID_HEADER = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
} as const satisfies Response['headers']

export function errorReference(status: ErrorStatus): Reference {
  return { $ref: `#/components/responses/${RESPONSES[status].name}` }
}

/** Builds the error responses of the API: one component for each status, with an example for each code. */
export function errorComponents(statuses: ReadonlySet<ErrorStatus>, schemas: Schemas): Record<string, Response> {
  const found = Object.entries(ERROR_STATUS).map(([code, status]): [ErrorStatus, string] => [status, code])
  const byStatus = Map.groupBy([...found, [429, ''] as const], ([status]) => status)
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => statuses.has(status))
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const { name, description } = RESPONSES[status]
        const response =
          status === 429
            ? rateLimit(schemas)
            : plain(
                codes.map(([, code]) => code),
                schemas,
              )
        return [name, { description, ...response }]
      }),
  )
}

function plain(codes: readonly string[], schemas: Schemas): Omit<Response, 'description'> {
  const examples = [
    ...codes.map((code): [string, Example] => [code, { value: errorExample(code) }]),
    ...Object.entries(MORE_EXAMPLES)
      .filter(([, { code }]) => codes.includes(code))
      .map(([name, { error, code, reason }]): [string, Example] => [name, { value: { error, code, reason } }]),
  ]
  return {
    headers: REQUEST_ID_HEADER,
    content: {
      'application/json': { schema: schemas.schemaOf(ErrorBody, 'output'), examples: Object.fromEntries(examples) },
    },
  }
}

function errorExample(code: string): object {
  const error = CODES.get(code) ?? ''
  if (code !== 'validation_error') return { error, code }
  const [, path = '', message = ''] = /^(\w+): (.*)/.exec(error) ?? []
  return { error, code, details: [{ path, message }] }
}

function rateLimit(schemas: Schemas): Omit<Response, 'description'> {
  const value = { error: 'Rate limit exceeded', retry_after: RETRY_AFTER_SECONDS }
  return {
    headers: {
      ...REQUEST_ID_HEADER,
      'Retry-After': {
        description: 'Seconds to wait; the same value as `retry_after`.',
        schema: { type: 'integer' },
        example: RETRY_AFTER_SECONDS,
      },
    },
    content: {
      'application/json': {
        schema: schemas.schemaOf(RateLimitBody, 'output'),
        examples: { rate_limited: { value } },
      },
    },
  }
}
