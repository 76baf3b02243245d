import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import { Revised } from '@messaging/core/platform/table/revision.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { etagOf } from './etag.ts'

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
