import type { MiddlewareObj } from '@middy/core'
import { type Endpoint, forUsers } from '@replywright/contract/endpoint.ts'
import { lowerCaseUuid } from '@replywright/contract/fields.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { prepareAuthentication } from '@replywright/core/people/authenticate.ts'
import type { Comparison } from '@replywright/core/platform/audit/audit-log.ts'
import { check, checkQuery } from '@replywright/core/platform/check.ts'
import { newId, systemClock } from '@replywright/core/platform/clock.ts'
import { InternalError, invalidField } from '@replywright/core/platform/errors.ts'
import { runOnce } from '@replywright/core/platform/idempotency/idempotency.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import { Revised } from '@replywright/core/platform/revision.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type * as v from 'valibot'
import { audited } from './audited.ts'
import { authorized, requireCaller } from './authorize.ts'
import { comparableBody, isMultipart, jsonBody } from './body.ts'
import type { Form } from './form.ts'
import { ignoredFieldsHeader } from './ignored-fields.ts'
import { expectedRevision, respond } from './respond.ts'
import { type Handler, type RouteEvent, wrapped } from './stack.ts'

/** The schema of a part as users of the dashboard have it: with all fields. */
type Schema<E extends Endpoint, Part extends 'body' | 'response'> = E extends {
  readonly forUsers: { readonly [Name in Part]: infer Whole extends v.GenericSchema }
}
  ? Whole
  : E[Part]

/** The validated input of a handler. */
export interface Input<E extends Endpoint> {
  readonly params: v.InferOutput<E['params']>
  readonly query: v.InferOutput<E['query']>
  readonly body: v.InferOutput<Schema<E, 'body'>>
  /** The time of the request. */
  readonly now: EpochMs
  /** The revision that a change is based on (`If-Match`), or undefined. */
  readonly revision: number | undefined
  readonly event: RouteEvent
}

/** The input of a handler that requires authentication. */
export interface Request<E extends Endpoint> extends Input<E> {
  readonly caller: Caller
  /** The time-sorted id of the resource to create. A repeat with the same Idempotency-Key has the same id. */
  readonly id: string
}

type ResponseBody<E extends Endpoint> = v.InferInput<E['response']> | v.InferInput<Schema<E, 'response'>>
/** The result of a handler. The revision of the resource is sent as `ETag`. */
type Result<E extends Endpoint> = ResponseBody<E> | Revised<ResponseBody<E>>
const LONGEST_IDEMPOTENCY_KEY = 255

interface RouteOptions<E extends Endpoint> {
  /**
   * Whether responses are stored for repeats with the same Idempotency-Key. Set it to false for responses with secrets,
   * or that may be too large for an item. A repeat then calls `handle` again, which must return the resource with its
   * `id`.
   * @default true
   */
  readonly keepsResponses?: boolean
  /** Returns the response to a repeat, instead of a stored one. It changes nothing: the resource may be deleted since. */
  readonly repeat?: (request: Request<E>) => Promise<Result<E>>
  /** Adds the object's name and the values that change to the audit log (`compared`). */
  readonly compare?: (request: Request<E>) => Comparison
  /** Parses a form (`form.ts`). Only endpoints that accept a form set it, because the parser is large. */
  readonly readForm?: (event: APIGatewayProxyEvent) => Promise<Form>
}

/**
 * Builds the Lambda handler of an API endpoint. It authenticates the caller, checks permission and input against the
 * contract, and calls `handle` (once for each Idempotency-Key of a POST), with an entry in the audit log if the endpoint
 * declares it. The response is JSON with the endpoint's status and `x-request-id`. Errors of `handle` become error
 * bodies.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: Request<E>) => Promise<Result<E>>,
  { keepsResponses = true, repeat, compare, readForm }: RouteOptions<E> = {},
): Handler {
  prepareAuthentication()
  const handleEvent = async (event: RouteEvent): Promise<APIGatewayProxyResult> => {
    const now = systemClock()
    const caller = requireCaller(event)
    const own = caller.apiKey ? endpoint : forUsers(endpoint)
    const input = await readInput(endpoint, own.body, event, now, readForm)
    const run = (id: string) => {
      const request = { ...input, caller, id }
      return audited(endpoint, { ...request, comparison: compare?.(request) }, () => handle(request))
    }
    const runAgain = repeat ? (id: string) => repeat({ ...input, caller, id }) : run
    const key = idempotencyKeyOf(event)
    const ignored = ignoredFieldsHeader(own, event.json)
    if (key === undefined) return respond(event, endpoint.status, await run(newId()), ignored)
    const content = JSON.stringify([endpoint.method, event.pathParameters, comparableBody(event)])
    const request = { organizationId: caller.organizationId, key, content: `${endpoint.path}${content}` }
    const { result, headers } = await replayable((onRepeat) =>
      runOnce(request, now, {
        run: async (id) => resourceOf(await run(id)),
        ...((repeat || !keepsResponses) && { repeat: async (id) => resourceOf(await runAgain(id)) }),
        onRepeat,
      }),
    )
    return respond(event, endpoint.status, result, { ...ignored, ...headers })
  }
  return wrapped(
    handleEvent,
    [authorized(endpoint), jsonBody(endpoint, { skipsForms: readForm !== undefined })],
    endpoint.otherMethods,
  )
}

function resourceOf<Resource>(result: Resource | Revised<Resource>): Resource {
  return result instanceof Revised ? result.resource : result
}

/**
 * Runs a request once for its Idempotency-Key, and returns its result with the header `Idempotent-Replayed` if it
 * repeats an earlier one.
 */
export async function replayable<Result>(
  run: (onRepeat: () => void) => Promise<Result>,
): Promise<{ readonly result: Result; readonly headers: Readonly<Record<string, string>> }> {
  let isRepeat = false
  const result = await run(() => {
    isRepeat = true
  })
  return { result, headers: isRepeat ? { 'idempotent-replayed': 'true' } : {} }
}

/** Builds the Lambda handler of an endpoint without API key. `handle` builds the whole response. */
export function publicRoute<E extends Endpoint>(
  endpoint: E,
  handle: (input: Input<E>) => Promise<APIGatewayProxyResult>,
): Handler {
  return wrapped(
    async (event) => handle(await readInput(endpoint, endpoint.body, event, systemClock())),
    [jsonBody(endpoint)],
  )
}

/**
 * As `publicRoute`, for callers with a secret. `authorize` checks it before the body is parsed, and `handle` gets its
 * result.
 */
export function secretRoute<E extends Endpoint, Access extends object>(
  endpoint: E,
  authorize: (event: RouteEvent) => Promise<Access>,
  handle: (input: Input<E>, access: Access) => Promise<APIGatewayProxyResult>,
): Handler {
  const accesses = new WeakMap<RouteEvent, Access>()
  const authorizing: MiddlewareObj<RouteEvent, APIGatewayProxyResult> = {
    before: async ({ event }) => {
      accesses.set(event, await authorize(event))
    },
  }
  const handleEvent = async (event: RouteEvent) => {
    const access = accesses.get(event)
    if (!access) throw new InternalError('the route does not authorize its callers')
    return await handle(await readInput(endpoint, endpoint.body, event, systemClock()), access)
  }
  return wrapped(handleEvent, [authorizing, jsonBody(endpoint)])
}

/** Returns the Idempotency-Key of a POST, or undefined. */
export function idempotencyKeyOf(event: APIGatewayProxyEvent): string | undefined {
  const key = event.httpMethod === 'POST' ? event.headers['idempotency-key'] : undefined
  if (key === '' || (key && key.length > LONGEST_IDEMPOTENCY_KEY))
    throw invalidField('Idempotency-Key', `must be 1 to ${LONGEST_IDEMPOTENCY_KEY} characters`)
  return key
}

async function readInput<E extends Endpoint>(
  endpoint: E,
  body: E['body'] | Schema<E, 'body'>,
  event: RouteEvent,
  now: EpochMs,
  readForm?: RouteOptions<E>['readForm'],
): Promise<Input<E>> {
  return {
    params: check<E['params']>(endpoint.params, decodedParameters(event.pathParameters ?? {})),
    // Pages and files are opened by links, to which other services add parameters.
    query: (endpoint.access === 'public' ? check : checkQuery)<E['query']>(
      endpoint.query,
      event.queryStringParameters ?? {},
    ),
    body: check(body, readForm && isMultipart(event) ? await readForm(event) : event.json),
    now,
    revision: expectedRevision(endpoint, event),
    event,
  }
}

/**
 * Decodes path parameters, which API Gateway passes percent-encoded. Keeps values that cannot be decoded. UUIDs become
 * lower case.
 */
function decodedParameters(
  parameters: APIGatewayProxyEvent['pathParameters'] & object,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value = '']) => {
      try {
        return [name, lowerCaseUuid(decodeURIComponent(value))]
      } catch {
        return [name, value]
      }
    }),
  )
}
