import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'

/** Builds a JSON response. The body is empty if `body` is undefined. */
export function respond(event: APIGatewayProxyEvent, statusCode: number, body: unknown): APIGatewayProxyResult {
  return {
    statusCode,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': event.requestContext.requestId,
    },
    body: body === undefined ? '' : JSON.stringify(body),
  }
}
