import type { Operation } from './operation.ts'

const FIRST_DELAY_MS = 500
const MAX_BACKOFF_MS = 8_000

/** The longest wait. The API requests at most 60 seconds. For longer waits the client throws instead of retrying. */
export const MAX_RETRY_AFTER_SECONDS = 120

/** The wait after a 429 without `retry_after`. */
export const DEFAULT_RETRY_AFTER_SECONDS = 60

/** Statuses of rate limits and temporary gateway errors. */
const TRANSIENT_STATUSES: readonly number[] = [429, 502, 503, 504]

/**
 * Returns whether a repeat can succeed. A 409 has `Retry-After` only while the first request with the same
 * Idempotency-Key is in progress, for example after its connection was lost.
 */
export function isTransient(status: number, hasRetryAfter: boolean): boolean {
  return TRANSIENT_STATUSES.includes(status) || (status === 409 && hasRetryAfter)
}

/** Returns whether a request is idempotent (RFC 9110, 9.2.2). A POST requires a key. */
export function isRepeatable(method: Operation['method'], target: string, idempotencyKey: string | null): boolean {
  if (method === 'PATCH') return false
  // The API forwards a POST of the proxy again after a failure, although the provider may have run it.
  return method !== 'POST' || (idempotencyKey !== null && !target.includes('/proxy/'))
}

/** Returns the milliseconds before retry number `retry` (1-based): exponential backoff with 50 % jitter. */
export function backoffMs(retry: number, random: number): number {
  const ceiling = Math.min(FIRST_DELAY_MS * 2 ** (retry - 1), MAX_BACKOFF_MS)
  return Math.round((ceiling / 2) * (1 + random))
}

/** Returns the seconds of a `Retry-After` header: a number or a date (RFC 9110, 10.2.3). */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000))
}
