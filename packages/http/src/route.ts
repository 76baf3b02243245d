import { type Endpoint, NO_BODY } from '@messaging/contract/endpoint.ts'
import { authenticate, type Caller } from '@messaging/core/api-keys/authenticate.ts'
import { systemClock } from '@messaging/core/clock.ts'
import { ServiceError } from '@messaging/core/errors.ts'
import middy from '@middy/core'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type * as v from 'valibot'
import { readBody } from './body.ts'
import { errorResponses } from './error-responses.ts'
import { check } from './input.ts'
import { respond } from './respond.ts'

/** What a handler is given: who calls and the checked input. */
export interface Request<E extends Endpoint> {
  readonly caller: Caller
  readonly params: v.InferOutput<E['params']>
  readonly query: v.InferOutput<E['query']>
  readonly body: v.InferOutput<E['body']>
  /** The time of the request, milliseconds since the epoch. */
  readonly now: number
}

/**
 * The Lambda handler of an API endpoint: authenticates, checks permission and input against the contract, calls `handle`,
 * and answers JSON with the endpoint's status and `x-request-id`. What `handle` throws becomes an error body.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: Request<E>) => Promise<v.InferInput<E['response']>>,
): middy.MiddyfiedHandler<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(errorResponses())
    .use(httpHeaderNormalizer())
    .handler(async (event) => {
      const now = systemClock()
      const caller = await authenticate(event.requestContext.identity.apiKeyId, now)
      if (endpoint.access === 'write' && caller.permission !== 'full')
        throw new ServiceError('permission_denied', 'This API key may only read. Use a key with full permission.')
      const request = {
        caller,
        params: check<E['params']>(endpoint.params, event.pathParameters ?? {}),
        query: check<E['query']>(endpoint.query, event.queryStringParameters ?? {}),
        body: check<E['body']>(
          endpoint.body,
          endpoint.body === NO_BODY ? undefined : readBody(event, endpoint.bodyOptional),
        ),
        now,
      }
      return respond(event, endpoint.status, await handle(request))
    })
}
