import middy, { type MiddlewareObj } from '@middy/core'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import { usesNoted } from '@replywright/core/people/authenticate.ts'
import { RateLimitError, ServiceError } from '@replywright/core/platform/errors.ts'
import { logError, withFacts } from '@replywright/core/platform/log/log.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import { settings } from '@replywright/core/platform/settings.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { respond } from './respond.ts'

export interface RouteEvent extends APIGatewayProxyEvent {
  /** Set by `authorized`. */
  caller?: Caller
  /** Adds the response to the request log. Set by `authorized`. */
  record?: (response: APIGatewayProxyResult) => Promise<void>
  /** The message that a request sent besides what its response shows. Set by the handler, for the request log. */
  messageId?: string
  /** The parsed body before validation. Set by `jsonBody`. */
  json?: unknown
}

export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>

/** Builds the middy stack of a route: lower-case headers, known methods, `middlewares`, `handle`, error responses, log context. */
export function wrapped(
  handle: (event: RouteEvent) => Promise<APIGatewayProxyResult>,
  middlewares: MiddlewareObj<RouteEvent, APIGatewayProxyResult>[],
  otherMethods?: string,
): Handler {
  const run = middy<RouteEvent, APIGatewayProxyResult>()
    .use(errorResponses())
    .use(httpHeaderNormalizer())
    .use(knownMethods(otherMethods))
    .use(middlewares)
    .handler(handle)
  return async (event: RouteEvent, context) => {
    const { requestId, resourcePath: route } = event.requestContext
    const facts = { requestId, invocationId: context.awsRequestId, method: event.httpMethod, route }
    return await withFacts(facts, async () => {
      const result = await run(event, context)
      await Promise.all([usesNoted(), event.record?.(result)])
      return result
    })
  }
}

/** Returns 405 for a method that the path lacks. `hint` is part of the error. */
function knownMethods(hint = ''): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return {
    before: async ({ event }) => {
      const { ALLOWED_METHODS: allow } = settings
      if (allow === undefined || allow.split(', ').includes(event.httpMethod)) return undefined
      const error = `This path has no method ${event.httpMethod}. Use one of: ${allow}.${hint && ` ${hint}`}`
      return respond(event, 405, { error, code: 'method_not_allowed' }, { allow })
    },
  }
}

/** Converts a ServiceError to its status and code, a RateLimitError to 429; logs others as a 500 without details. */
function errorResponses(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return {
    onError: (request) => {
      const { event, error } = request
      if (error instanceof ServiceError) {
        const { code, message, details, reason, until, retryAfterSeconds } = error
        const response = respond(event, error.status, {
          error: message,
          code,
          ...(reason && { reason }),
          ...(until !== undefined && { until }),
          ...(details && { details }),
        })
        request.response = retryAfterSeconds === undefined ? response : withRetryAfter(response, retryAfterSeconds)
        return
      }
      if (error instanceof RateLimitError) {
        const { message, retryAfterSeconds } = error
        const response = respond(event, 429, { error: message, retry_after: retryAfterSeconds })
        request.response = withRetryAfter(response, retryAfterSeconds)
        return
      }
      logError('request.failed', error)
      request.response = respond(event, 500, {
        error: 'Internal error. Try again; if it persists, report the x-request-id header.',
        code: 'server_error',
      })
    },
  }
}

function withRetryAfter(response: APIGatewayProxyResult, seconds: number): APIGatewayProxyResult {
  return { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } }
}
