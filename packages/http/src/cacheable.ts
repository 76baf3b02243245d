import { createHash } from 'node:crypto'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'

const MAX_AGE_SECONDS = 300

/** Content that is the same for all callers until the next deployment. */
export interface Cacheable {
  readonly body: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/** Builds cacheable content with an ETag. */
export function cacheable(body: string, headers: Readonly<Record<string, string>>): Cacheable {
  return { body, headers, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/** Returns the content, or 304 if the caller has the current version. Header names of the request are in lower case. */
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
