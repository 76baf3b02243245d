import { type Endpoint, NO_BODY } from '@messaging/contract/endpoint.ts'
import { authenticate, prepareAuthentication } from '@messaging/core/people/api-keys/authenticate.ts'
import { usesNoted } from '@messaging/core/people/api-keys/note-use.ts'
import { requireOperator } from '@messaging/core/people/sessions/operator-access.ts'
import { authenticateUser } from '@messaging/core/people/users/authenticate-user.ts'
import { limitRequests } from '@messaging/core/people/users/limit-requests.ts'
import type { Caller } from '@messaging/core/platform/caller.ts'
import { newId, systemClock } from '@messaging/core/platform/clock.ts'
import { invalidField, ServiceError } from '@messaging/core/platform/errors.ts'
import { runOnce } from '@messaging/core/platform/idempotency/idempotency.ts'
import { addFacts, withFacts } from '@messaging/core/platform/log/log-context.ts'
import middy from '@middy/core'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import type * as v from 'valibot'
import { readBody } from './body.ts'
import { errorResponses } from './error-responses.ts'
import type { Form } from './form.ts'
import { check } from './input.ts'
import { comparableBody, isMultipart } from './multipart.ts'
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

/** What a handler is given when callers have to say who they are: who calls too. */
export interface Request<E extends Endpoint> extends Input<E> {
  readonly caller: Caller
  /** The time-sorted id for what the request creates: the same one when it is repeated with its Idempotency-Key. */
  readonly id: string
}

type Answer<E extends Endpoint> = v.InferInput<E['response']>
export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>

const LONGEST_IDEMPOTENCY_KEY = 255

export interface RouteOptions {
  /**
   * Whether answers are kept for repeats with the same Idempotency-Key. Those that hold secrets, or may be too large for an
   * item, must not be: a repeat then calls `handle` again, which answers what it finds under its `id`.
   * @default true
   */
  readonly keepsAnswers?: boolean
  /** Reads a body that is a form (`form.ts`): for endpoints that take one only, because its parser is large. */
  readonly readForm?: (event: APIGatewayProxyEvent) => Promise<Form>
}

/**
 * The Lambda handler of an API endpoint: authenticates, checks permission and input against the contract, calls `handle`
 * (once for each Idempotency-Key of a POST), and answers JSON with the endpoint's status and `x-request-id`. What `handle`
 * throws becomes an error body.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: Request<E>) => Promise<Answer<E>>,
  { keepsAnswers = true, readForm }: RouteOptions = {},
): Handler {
  prepareAuthentication()
  return wrapped(async (event) => {
    const now = systemClock()
    const caller = await authorize(endpoint, event, now)
    const input = await readInput(endpoint, event, now, readForm)
    const key = idempotencyKeyOf(event)
    if (key === undefined) return respond(event, endpoint.status, await handle({ ...input, caller, id: newId() }))
    const content = JSON.stringify([endpoint.method, event.pathParameters, comparableBody(event)])
    const request = { organizationId: caller.organizationId, key, content: `${endpoint.path}${content}` }
    const run = (id: string) => handle({ ...input, caller, id })
    return respond(event, endpoint.status, await runOnce(request, now, run, keepsAnswers))
  })
}

/** The Lambda handler of an endpoint that needs no API key and answers in its own way. */
export function publicRoute<E extends Endpoint>(
  endpoint: E,
  handle: (input: Input<E>) => Promise<APIGatewayProxyResult>,
): Handler {
  return wrapped(async (event) => handle(await readInput(endpoint, event, systemClock())))
}

/** Who calls, when they may call the endpoint; 401, 403, 404 or 429 otherwise. */
export async function authorize(
  { access, group }: Pick<Endpoint, 'access' | 'group'>,
  event: APIGatewayProxyEvent,
  now: number,
): Promise<Caller> {
  const caller = await callerOf(access, event, now)
  addFacts({ organizationId: caller.organizationId })
  if (access === 'write' && caller.permission !== 'full')
    throw new ServiceError('permission_denied', 'This API key may only read. Use a key with full permission.')
  if (group !== undefined) await requireOperator(caller)
  return caller
}

/**
 * The user whose token API Gateway has verified, in the organisation of the header X-Organization-Id if they belong to several;
 * where no token is asked for, the owner of the API key.
 */
async function callerOf(
  access: Endpoint['access'],
  { requestContext, headers }: APIGatewayProxyEvent,
  now: number,
): Promise<Caller> {
  const claims: unknown = requestContext.authorizer?.claims
  if (typeof claims !== 'object' || claims === null) return await authenticate(requestContext.identity.apiKeyId, now)
  const caller = await authenticateUser({ ...claims }, headers['x-organization-id'], now)
  await limitRequests(caller.userId, access === 'read' ? 'read' : 'write', now)
  return caller
}

/** The Idempotency-Key of a POST; undefined when there is none. */
export function idempotencyKeyOf(event: APIGatewayProxyEvent): string | undefined {
  const key = event.httpMethod === 'POST' ? event.headers['idempotency-key'] : undefined
  if (key === '' || (key && key.length > LONGEST_IDEMPOTENCY_KEY))
    throw invalidField('Idempotency-Key', `must be 1 to ${LONGEST_IDEMPOTENCY_KEY} characters`)
  return key
}

/** A Lambda handler that finds header names in lower case, whose errors become answers, and whose log lines name the request. */
export function wrapped(handle: (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>): Handler {
  const answer = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(errorResponses())
    .use(httpHeaderNormalizer())
    .handler(handle)
  return async (event, context) => {
    const { requestId, resourcePath: route } = event.requestContext
    const facts = { requestId, invocationId: context.awsRequestId, method: event.httpMethod, route }
    return await withFacts(facts, async () => {
      const result = await answer(event, context)
      await usesNoted()
      return result
    })
  }
}

async function readInput<E extends Endpoint>(
  endpoint: E,
  event: APIGatewayProxyEvent,
  now: number,
  readForm?: RouteOptions['readForm'],
): Promise<Input<E>> {
  return {
    params: check<E['params']>(endpoint.params, decodedParameters(event.pathParameters ?? {})),
    query: check<E['query']>(endpoint.query, event.queryStringParameters ?? {}),
    body: check<E['body']>(endpoint.body, await readContent(endpoint, event, readForm)),
    now,
    event,
  }
}

/** The body as its content type says, not yet checked. */
async function readContent(
  endpoint: Endpoint,
  event: APIGatewayProxyEvent,
  readForm: RouteOptions['readForm'],
): Promise<unknown> {
  if (endpoint.body === NO_BODY) return undefined
  if (readForm && endpoint.content?.['multipart/form-data'] && isMultipart(event)) return await readForm(event)
  if (endpoint.content && !endpoint.content['application/json'])
    throw new ServiceError('unsupported_media_type', 'Send the body as multipart/form-data.')
  return readBody(event, endpoint.bodyOptional)
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
