import type { Operation } from './operation.ts'

const FIRST_DELAY_MS = 500
const LONGEST_BACKOFF_MS = 8_000

/** The API asks for 60 seconds at most; who asks for more than this is told to the caller instead. */
export const LONGEST_RETRY_AFTER_SECONDS = 120

/** What `retry_after` is taken to be when a 429 does not say. */
export const DEFAULT_RETRY_AFTER_SECONDS = 60

/** Statuses by which a gateway says that it could not reach the service, or not now. */
const TRANSIENT_STATUSES: readonly number[] = [429, 502, 503, 504]

export function isTransient(status: number): boolean {
  return TRANSIENT_STATUSES.includes(status)
}

/** Whether sending a request twice does what sending it once does (RFC 9110, 9.2.2; a POST needs its key). */
export function isRepeatable(method: Operation['method'], idempotencyKey: string | null): boolean {
  if (method === 'PATCH') return false
  return method !== 'POST' || idempotencyKey !== null
}

/** Milliseconds before retry number `retry` (1-based): half of an exponential delay, and up to as much again by chance. */
export function backoffMs(retry: number, random: number): number {
  const ceiling = Math.min(FIRST_DELAY_MS * 2 ** (retry - 1), LONGEST_BACKOFF_MS)
  return Math.round((ceiling / 2) * (1 + random))
}

/** Seconds that a `Retry-After` header asks for: a number of them, or a date (RFC 9110, 10.2.3). */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000))
}
