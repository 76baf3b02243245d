import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { lowerCaseUuid } from '@messaging/contract/fields.ts'
import { type ProxyBody, type ProxyRequest, proxy } from '@messaging/core/channel/proxy/proxy.ts'
import type { QueryPairs } from '@messaging/core/channel/proxy/proxy-target.ts'
import type { ProxyResponse } from '@messaging/core/channel/proxy/read-upstream-response.ts'
import { prepareAuthentication } from '@messaging/core/people/api-keys/authenticate.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { ServiceError } from '@messaging/core/platform/errors.ts'
import { runOnce } from '@messaging/core/platform/idempotency/idempotency.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { audited } from './audited.ts'
import { authorized, requireCaller } from './authorize.ts'
import { jsonBody } from './body.ts'
import { comparableBody, isMultipart } from './multipart.ts'
import { respond } from './respond.ts'
import { idempotencyKeyOf, replayable } from './route.ts'
import { type Handler, type RouteEvent, wrapped } from './stack.ts'

/** Messages, and the files in them. The audit log does not contain what was sent to customers. */
const SENDING = /\/(messages|media)\/?$/
const LARGEST_BODY_BYTES = 4 * 1024 * 1024

/**
 * Builds the Lambda handler of one method of the proxy. It authenticates the caller and returns the provider's
 * response. A successful POST is not sent to the provider again for the same Idempotency-Key.
 */
export function proxyRoute(endpoint: Endpoint): Handler {
  prepareAuthentication()
  const handle = async (event: RouteEvent): Promise<APIGatewayProxyResult> => {
    const now = systemClock()
    const caller = requireCaller(event)
    const { organizationId } = caller
    const { id: givenId = '', path = '' } = event.pathParameters ?? {}
    const id = lowerCaseUuid(givenId)
    const request: ProxyRequest = {
      method: endpoint.method,
      path,
      query: queryOf(event),
      body: bodyOf(endpoint, event),
    }
    const called = { caller, event, params: { id }, body: event.json, objectName: `${endpoint.method} ${path}` }
    const run = (entryId?: string) =>
      audited(SENDING.test(path) ? {} : endpoint, { ...called, ...(entryId && { id: entryId }) }, () =>
        proxy(organizationId, id, request, now),
      )
    const key = idempotencyKeyOf(event)
    if (key === undefined) return toResult(event, await run())
    const content = JSON.stringify([endpoint.method, endpoint.path, id, path, request.query, comparableBody(event)])
    const { result, headers } = await replayable((onRepeat) =>
      runOnce({ organizationId, key, content }, now, { run, isFinal, onRepeat }),
    )
    return toResult(event, result, headers)
  }
  const options = { largestBytes: LARGEST_BODY_BYTES, skipsForms: true }
  return wrapped(handle, [authorized(endpoint), jsonBody(endpoint, options)])
}

/** Returns whether a repeat receives this response: the call succeeded. */
function isFinal(response: ProxyResponse): boolean {
  return response.kind === 'json' && response.status < 400
}

function queryOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent): QueryPairs {
  return Object.entries(multiValueQueryStringParameters ?? {}).flatMap(([name, values = []]) =>
    values.map((value) => [name, value] as const),
  )
}

function bodyOf({ method }: Endpoint, event: RouteEvent): ProxyBody | undefined {
  if (method === 'GET' || !event.body) return undefined
  const bytes = Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8')
  if (!isMultipart(event)) return { kind: 'json', text: bytes.toString(), fields: Object.keys(event.json ?? {}) }
  if (bytes.length > LARGEST_BODY_BYTES) throw new ServiceError('payload_too_large', 'The body is larger than 4 MB.')
  return { kind: 'multipart', contentType: event.headers['content-type'] ?? '', bytes }
}

function toResult(
  event: APIGatewayProxyEvent,
  response: ProxyResponse,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult {
  if (response.kind === 'json') return { ...respond(event, response.status, undefined, headers), body: response.text }
  const redirect = respond(event, 302, undefined, headers)
  return { ...redirect, headers: { ...redirect.headers, location: response.url } }
}
