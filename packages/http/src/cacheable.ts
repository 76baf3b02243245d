import { createHash } from 'node:crypto'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'

const MAX_AGE_SECONDS = 300

/** What is the same for everyone until the next deployment. */
export interface Cacheable {
  readonly body: string
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/** Gives a text the tag by which clients ask whether it has changed. */
export function cacheable(body: string, headers: Readonly<Record<string, string>>): Cacheable {
  return { body, headers, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/** The text, or 304 when the caller has it already. Header names of the request are in lower case. */
export function answerCacheable(
  event: APIGatewayProxyEvent,
  { body, headers, etag }: Cacheable,
): APIGatewayProxyResult {
  const known = (event.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  const unchanged = known.includes(etag) || known.includes('*')
  return {
    statusCode: unchanged ? 304 : 200,
    headers: {
      ...headers,
      'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
      etag,
      'x-content-type-options': 'nosniff',
      'x-request-id': event.requestContext.requestId,
    },
    body: unchanged ? '' : body,
  }
}
