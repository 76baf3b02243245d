import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { invalidField } from '@replywright/core/platform/errors.ts'
import { Revised } from '@replywright/core/platform/revision.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'

/**
 * Builds a JSON response. The body is empty if `body` is undefined. A `Revised` body has an ETag.
 * @param headers further headers
 */
export function respond(
  event: APIGatewayProxyEvent,
  statusCode: number,
  result: unknown,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult {
  const [body, etag] = result instanceof Revised ? [result.resource, etagOf(result.revision)] : [result]
  return {
    statusCode,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': event.requestContext.requestId,
      ...(etag !== undefined && { etag }),
      ...headers,
    },
    body: body === undefined ? '' : stringifyExactJson(body),
  }
}

/** Returns the ETag of a revision. */
export function etagOf(revision: number): string {
  return `"${revision}"`
}

/**
 * Returns the revision in `If-Match`, or undefined without a condition. Accepts weak ETags, which proxies create. Only
 * changes of a versioned resource read the header.
 */
export function expectedRevision(
  { method, versioned }: Pick<Endpoint, 'method' | 'versioned'>,
  { headers }: Pick<APIGatewayProxyEvent, 'headers'>,
): number | undefined {
  if (!versioned || method === 'GET') return undefined
  const condition = headers['if-match']?.trim()
  if (condition === undefined || condition === '' || condition === '*') return undefined
  const [, digits] = /^(?:W\/)?"(\d{1,15})"$/.exec(condition) ?? []
  if (digits === undefined) throw invalidField('If-Match', 'must be the ETag of a response')
  return Number(digits)
}
