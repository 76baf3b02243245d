import { type GatewayResponseOptions, ResponseType } from 'aws-cdk-lib/aws-apigateway'

interface Refusal {
  readonly type: ResponseType
  /** @default API Gateway's status for the type */
  readonly status?: number
  readonly code: string
  /** Text for the caller. @default API Gateway's message */
  readonly error?: string
}

const UNAUTHENTICATED = { status: 401, code: 'authentication_failed' }
const FORBIDDEN = { status: 403, code: 'permission_denied', error: 'Insufficient permissions' }
const NOT_FOUND = { status: 404, code: 'not_found' }
const SEE_ALL = 'GET /openapi.json lists all methods and paths.'
const FAILED = { status: 500, code: 'server_error', error: 'Internal server error' }
const INVALID = { code: 'validation_error' }

/** Errors that API Gateway itself returns. Its 413 (REQUEST_TOO_LARGE) cannot be customised. */
const REFUSALS: readonly Refusal[] = [
  { type: ResponseType.INVALID_API_KEY, ...UNAUTHENTICATED },
  { type: ResponseType.UNAUTHORIZED, ...UNAUTHENTICATED },
  { type: ResponseType.EXPIRED_TOKEN, ...UNAUTHENTICATED },
  { type: ResponseType.INVALID_SIGNATURE, ...UNAUTHENTICATED },
  { type: ResponseType.ACCESS_DENIED, ...FORBIDDEN },
  { type: ResponseType.WAF_FILTERED, ...FORBIDDEN },
  // API Gateway also returns this for an unknown path or method.
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, ...NOT_FOUND },
  { type: ResponseType.RESOURCE_NOT_FOUND, ...NOT_FOUND },
  { type: ResponseType.BAD_REQUEST_BODY, status: 400, ...INVALID },
  { type: ResponseType.BAD_REQUEST_PARAMETERS, status: 400, ...INVALID },
  { type: ResponseType.UNSUPPORTED_MEDIA_TYPE, status: 415, code: 'unsupported_media_type' },
  { type: ResponseType.API_CONFIGURATION_ERROR, ...FAILED },
  { type: ResponseType.AUTHORIZER_CONFIGURATION_ERROR, ...FAILED },
  { type: ResponseType.AUTHORIZER_FAILURE, ...FAILED },
  { type: ResponseType.INTEGRATION_FAILURE, ...FAILED },
  { type: ResponseType.INTEGRATION_TIMEOUT, ...FAILED, error: 'The request took too long' },
  { type: ResponseType.DEFAULT_4XX, ...INVALID },
  { type: ResponseType.DEFAULT_5XX, ...FAILED },
]

/** Seconds until a throttled client has its full rate limit again. */
const RETRY_AFTER_SECONDS = 60

const REQUEST_ID = { 'x-request-id': 'context.requestId' }

/** The texts of API Gateway's own errors. */
export interface RefusalTexts {
  /** For unauthenticated callers. */
  readonly unauthenticated: string
  /** For an unknown path or method. */
  readonly notFound: string
}

/** Returns API Gateway's own errors in the service's format. */
export function gatewayResponses({ unauthenticated, notFound }: RefusalTexts): GatewayResponseOptions[] {
  const refusals = REFUSALS.map(({ type, status, code, error }) => {
    const words = { [UNAUTHENTICATED.code]: unauthenticated, [NOT_FOUND.code]: notFound }[code] ?? error
    // messageString is already quoted as JSON.
    const message = words === undefined ? '$context.error.messageString' : JSON.stringify(words)
    return {
      type,
      ...(status !== undefined && { statusCode: String(status) }),
      responseHeaders: REQUEST_ID,
      templates: { 'application/json': `{"error":${message},"code":"${code}"}` },
    }
  })
  const limited = [ResponseType.THROTTLED, ResponseType.QUOTA_EXCEEDED].map((type) => ({
    type,
    statusCode: '429',
    responseHeaders: { ...REQUEST_ID, 'Retry-After': `'${RETRY_AFTER_SECONDS}'` },
    templates: {
      'application/json': JSON.stringify({ error: 'Rate limit exceeded', retry_after: RETRY_AFTER_SECONDS }),
    },
  }))
  return [...refusals, ...limited]
}

/** Returns the text for an unknown path: what is below `root` in `paths`. */
export function notFoundText(root: string, paths: readonly string[]): string {
  const below = paths.flatMap((path) => (path.startsWith(root) ? (path.slice(root.length).split('/')[0] ?? []) : []))
  return `No such path. Below ${root} are: ${[...new Set(below)].toSorted().join(', ')}. ${SEE_ALL}`
}
