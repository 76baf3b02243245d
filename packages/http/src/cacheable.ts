import { createHash } from 'node:crypto'
import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { publicRoute } from './route.ts'
import type { Handler } from './stack.ts'

const MAX_AGE_SECONDS = 300

/**
 * Builds the Lambda handler of content that is the same for all callers until the next deployment. It returns 304 if the
 * caller has the current version. Names of `headers` are in lower case.
 */
export function cacheableRoute(endpoint: Endpoint, body: string, headers: Readonly<Record<string, string>>): Handler {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return publicRoute(endpoint, async ({ event }) => {
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
  })
}
