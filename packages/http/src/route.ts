import { type Endpoint, NO_BODY } from '@messaging/contract/endpoint.ts'
import { authenticate, type Caller } from '@messaging/core/api-keys/authenticate.ts'
import { derivedId, newId, systemClock } from '@messaging/core/clock.ts'
import { invalidField, ServiceError } from '@messaging/core/errors.ts'
import { runOnce } from '@messaging/core/idempotency/idempotency.ts'
import middy from '@middy/core'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type * as v from 'valibot'
import { readBody } from './body.ts'
import { errorResponses } from './error-responses.ts'
import { check } from './input.ts'
import { respond } from './respond.ts'

/** What a handler is given: the checked input. */
export interface Input<E extends Endpoint> {
  readonly params: v.InferOutput<E['params']>
  readonly query: v.InferOutput<E['query']>
  readonly body: v.InferOutput<E['body']>
  /** The time of the request, milliseconds since the epoch. */
  readonly now: number
  readonly event: APIGatewayProxyEvent
}

/** What a handler is given when an API key is needed: who calls too. */
export interface Request<E extends Endpoint> extends Input<E> {
  readonly caller: Caller
  /** The id for what the request creates: the same one when it is repeated with its Idempotency-Key. */
  readonly id: string
}

type Answer<E extends Endpoint> = v.InferInput<E['response']>
type Handler = middy.MiddyfiedHandler<APIGatewayProxyEvent, APIGatewayProxyResult>

const LONGEST_IDEMPOTENCY_KEY = 255

/**
 * The Lambda handler of an API endpoint: authenticates, checks permission and input against the contract, calls `handle`
 * (once for each Idempotency-Key of a POST), and answers JSON with the endpoint's status and `x-request-id`. What `handle`
 * throws becomes an error body.
 */
export function route<E extends Endpoint>(endpoint: E, handle: (request: Request<E>) => Promise<Answer<E>>): Handler {
  return wrapped(async (event) => {
    const now = systemClock()
    const caller = await authenticate(event.requestContext.identity.apiKeyId, now)
    if (endpoint.access === 'write' && caller.permission !== 'full')
      throw new ServiceError('permission_denied', 'This API key may only read. Use a key with full permission.')
    const input = readInput(endpoint, event, now)
    const key = endpoint.method === 'POST' ? event.headers['idempotency-key'] : undefined
    if (key === undefined) return respond(event, endpoint.status, await handle({ ...input, caller, id: newId() }))
    if (key === '' || key.length > LONGEST_IDEMPOTENCY_KEY)
      throw invalidField('Idempotency-Key', `must be 1 to ${LONGEST_IDEMPOTENCY_KEY} characters`)
    const { organizationId } = caller
    const id = derivedId('idempotency', organizationId, key, endpoint.path)
    const content = JSON.stringify([endpoint.method, event.pathParameters, event.body])
    const answer = await runOnce(
      { organizationId, key, content: `${endpoint.path}${content}` },
      now,
      () => handle({ ...input, caller, id }),
      (stored) => JSON.parse(stored),
    )
    return respond(event, endpoint.status, answer)
  })
}

/** The Lambda handler of an endpoint that needs no API key and answers in its own way. */
export function publicRoute<E extends Endpoint>(
  endpoint: E,
  handle: (input: Input<E>) => Promise<APIGatewayProxyResult>,
): Handler {
  return wrapped((event) => handle(readInput(endpoint, event, systemClock())))
}

function wrapped(handle: (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>): Handler {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(errorResponses())
    .use(httpHeaderNormalizer())
    .handler(handle)
}

function readInput<E extends Endpoint>(endpoint: E, event: APIGatewayProxyEvent, now: number): Input<E> {
  return {
    params: check<E['params']>(endpoint.params, decodedParameters(event.pathParameters ?? {})),
    query: check<E['query']>(endpoint.query, event.queryStringParameters ?? {}),
    body: check<E['body']>(
      endpoint.body,
      endpoint.body === NO_BODY ? undefined : readBody(event, endpoint.bodyOptional),
    ),
    now,
    event,
  }
}

/** Path parameters as they were meant: API Gateway hands them on percent-encoded. What cannot be decoded stays as it is. */
function decodedParameters(
  parameters: APIGatewayProxyEvent['pathParameters'] & object,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value = '']) => {
      try {
        return [name, decodeURIComponent(value)]
      } catch {
        return [name, value]
      }
    }),
  )
}
