import { createHash } from 'node:crypto'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { type Input, publicRoute } from './route.ts'
import type { Handler, RouteEvent } from './stack.ts'

const MAX_AGE_SECONDS = 300

export interface Content {
  readonly body: string
  readonly etag: string
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** Returns content with its version. Content that does not depend on the request is made once, at the start. */
export function contentOf(body: string, headers: Content['headers']): Content {
  return { body, headers, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/** Builds the Lambda handler of content that is the same for all callers until the next deployment. */
export function cacheableRoute<E extends Endpoint>(endpoint: E, find: (input: Input<E>) => Content): Handler {
  return publicRoute(endpoint, async (input) => respondCacheable(input.event, find(input)))
}

/** Returns 304 if the caller has the current version. */
function respondCacheable(event: RouteEvent, { body, etag, headers }: Content): APIGatewayProxyResult {
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
