import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { type ProxyBody, type ProxyRequest, proxy } from '@messaging/core/channel/proxy/proxy.ts'
import type { QueryPairs } from '@messaging/core/channel/proxy/proxy-target.ts'
import type { ProxyAnswer } from '@messaging/core/channel/proxy/read-answer.ts'
import { prepareAuthentication } from '@messaging/core/people/api-keys/authenticate.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { ServiceError } from '@messaging/core/platform/errors.ts'
import { runOnce } from '@messaging/core/platform/idempotency/idempotency.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { readBody } from './body.ts'
import { isMultipart } from './multipart.ts'
import { respond } from './respond.ts'
import { authorize, type Handler, idempotencyKeyOf, wrapped } from './route.ts'

const LARGEST_BODY_BYTES = 4 * 1024 * 1024
/** An answer is kept for its Idempotency-Key in an item of the table. */
const LARGEST_KEPT_ANSWER = 300 * 1024

/**
 * The Lambda handler of one method of the proxy: authenticates, and answers what the provider answers. A POST with an
 * Idempotency-Key that succeeded is not sent to the provider again.
 */
export function proxyRoute(endpoint: Endpoint): Handler {
  prepareAuthentication()
  return wrapped(async (event) => {
    const now = systemClock()
    const { organizationId } = await authorize(endpoint, event, now)
    const { id = '', path = '' } = event.pathParameters ?? {}
    const request: ProxyRequest = {
      method: endpoint.method,
      path,
      query: queryOf(event),
      body: bodyOf(endpoint, event),
    }
    const run = () => proxy(organizationId, id, request, now)
    const key = idempotencyKeyOf(event)
    if (key === undefined) return toResult(event, await run())
    const content = JSON.stringify([endpoint.method, endpoint.path, id, path, request.query, event.body])
    return toResult(event, await runProxiedOnce({ organizationId, key, content }, now, run))
  })
}

/** An answer that a repeat shall not get: the call failed, or it is too large to be kept. */
class NotKept extends Error {
  readonly answer: ProxyAnswer
  constructor(answer: ProxyAnswer) {
    super('the answer is not kept')
    this.answer = answer
  }
}

async function runProxiedOnce(
  request: Parameters<typeof runOnce>[0],
  now: number,
  run: () => Promise<ProxyAnswer>,
): Promise<ProxyAnswer> {
  const runAndJudge = async () => {
    const answer = await run()
    if (answer.kind === 'file' || answer.status >= 400 || answer.text.length > LARGEST_KEPT_ANSWER)
      throw new NotKept(answer)
    return answer
  }
  try {
    return await runOnce(request, now, runAndJudge)
  } catch (error) {
    if (error instanceof NotKept) return error.answer
    throw error
  }
}

function queryOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent): QueryPairs {
  return Object.entries(multiValueQueryStringParameters ?? {}).flatMap(([name, values = []]) =>
    values.map((value) => [name, value] as const),
  )
}

function bodyOf({ method }: Endpoint, event: APIGatewayProxyEvent): ProxyBody | undefined {
  if (method === 'GET' || !event.body) return undefined
  const bytes = Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8')
  if (!isMultipart(event)) {
    const fields = Object.keys(readBody(event, true, LARGEST_BODY_BYTES) ?? {})
    return { kind: 'json', text: bytes.toString(), fields }
  }
  if (bytes.length > LARGEST_BODY_BYTES) throw new ServiceError('payload_too_large', 'The body is larger than 4 MB.')
  return { kind: 'multipart', contentType: event.headers['content-type'] ?? '', bytes }
}

function toResult(event: APIGatewayProxyEvent, answer: ProxyAnswer): APIGatewayProxyResult {
  if (answer.kind === 'json') return { ...respond(event, answer.status, undefined), body: answer.text }
  const redirect = respond(event, 302, undefined)
  return { ...redirect, headers: { ...redirect.headers, location: answer.url } }
}
