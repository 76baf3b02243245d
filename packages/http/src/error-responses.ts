import { RateLimitError, ServiceError } from '@messaging/core/platform/errors.ts'
import { logError } from '@messaging/core/platform/log/log.ts'
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { respond } from './respond.ts'

/** Converts a ServiceError to its status and code, a RateLimitError to 429; logs others as a 500 without details. */
export function errorResponses(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return {
    onError: (request) => {
      const { event, error } = request
      if (error instanceof ServiceError) {
        const { code, message, details, retryAfterSeconds } = error
        const response = respond(event, error.status, { error: message, code, ...(details && { details }) })
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
