import type { HttpRequest } from '../api-gateway/request.ts'
import type { OriginResponse } from './compression.ts'
import type { ErrorResponse } from './distribution.ts'

/** CloudFront caches these regardless of `Cache-Control`: AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html */
const CACHED = new Set([404, 405, 414, 500, 501, 502, 503, 504])
const DEFAULT_SECONDS = 10

/** Returns the response of `fetch`, or an error that it returned for the same path shortly before. */
type ErrorCache = (
  request: Pick<HttpRequest, 'method' | 'path'>,
  fetch: () => Promise<OriginResponse>,
) => Promise<OriginResponse>

/**
 * Caches errors as CloudFront does. The managed cache policies have neither the query nor headers in the cache key, so all viewers
 * receive the error of one.
 */
export function errorCache(errorResponses: readonly ErrorResponse[]): ErrorCache {
  const errors = new Map<string, { readonly response: OriginResponse; readonly until: number }>()
  return async ({ method, path }, fetch) => {
    if (method !== 'GET' && method !== 'HEAD') return fetch()
    const key = `${method} ${path}`
    const error = errors.get(key)
    if (error && Date.now() < error.until) return error.response
    const response = await fetch()
    const configured = errorResponses.find(({ errorCode }) => errorCode === response.status)
    const seconds = configured?.cachingSeconds ?? DEFAULT_SECONDS
    if (CACHED.has(response.status) && seconds > 0) errors.set(key, { response, until: Date.now() + seconds * 1000 })
    return response
  }
}
