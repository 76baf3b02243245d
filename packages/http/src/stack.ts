import { usesNoted } from '@messaging/core/people/api-keys/note-use.ts'
import type { Caller } from '@messaging/core/platform/caller.ts'
import { withFacts } from '@messaging/core/platform/log/log-context.ts'
import middy, { type MiddlewareObj } from '@middy/core'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { errorResponses } from './error-responses.ts'

export interface RouteEvent extends APIGatewayProxyEvent {
  /** Set by `authorized`. */
  caller?: Caller
  /** The parsed body before validation. Set by `jsonBody`. */
  json?: unknown
}

export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>

/** Builds the middy stack of a route: lower-case headers, `middlewares`, `handle`, error responses, log context. */
export function wrapped(
  handle: (event: RouteEvent) => Promise<APIGatewayProxyResult>,
  middlewares: MiddlewareObj<RouteEvent, APIGatewayProxyResult>[],
): Handler {
  const run = middy<RouteEvent, APIGatewayProxyResult>()
    .use(errorResponses())
    .use(httpHeaderNormalizer())
    .use(middlewares)
    .handler(handle)
  return async (event, context) => {
    const { requestId, resourcePath: route } = event.requestContext
    const facts = { requestId, invocationId: context.awsRequestId, method: event.httpMethod, route }
    return await withFacts(facts, async () => {
      const result = await run(event, context)
      await usesNoted()
      return result
    })
  }
}
