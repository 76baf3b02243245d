import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { lowerCaseUuid } from '@replywright/contract/fields.ts'
import { isObject } from '@replywright/contract/json.ts'
import {
  type ProxyBody,
  type ProxyRequest,
  type ProxyResponse,
  proxy,
} from '@replywright/core/channel/provider/proxy/proxy.ts'
import { prepareAuthentication } from '@replywright/core/people/authenticate.ts'
import type { Comparison } from '@replywright/core/platform/audit/audit-log.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { ServiceError } from '@replywright/core/platform/errors.ts'
import { runOnce } from '@replywright/core/platform/idempotency/idempotency.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { audited } from './audited.ts'
import { authorized, requireCaller } from './authorize.ts'
import { comparableBody, isMultipart, jsonBody } from './body.ts'
import { respond } from './respond.ts'
import { idempotencyKeyOf, replayable } from './route.ts'
import { type Handler, type RouteEvent, wrapped } from './stack.ts'

/** Messages, and the files in them. The audit log has the call, but not the fields of what was sent to customers. */
const SENDING = /\/(messages|media)\/?$/
const LARGEST_BODY_BYTES = 4 * 1024 * 1024

/** The provider's refusals and failures are responses, and no errors. */
const OUTCOME: Comparison = {
  compare: (_, response) => {
    const status = isObject(response) ? Number(response.status) : 0
    if (status >= 500) return { outcome: 'failed' }
    return status >= 400 ? { outcome: 'refused', code: 'upstream_error' } : {}
  },
}

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
    const body = SENDING.test(path) ? undefined : event.json
    const objectName = `${endpoint.method} ${path}`
    const called = { caller, event, params: { id }, body, objectName, comparison: OUTCOME }
    const run = (entryId?: string) =>
      audited(endpoint, { ...called, ...(entryId && { id: entryId }) }, () => proxy(organizationId, id, request, now))
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

function queryOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent): ProxyRequest['query'] {
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
