import { createHash } from 'node:crypto'
import type { EpochMs } from '@replywright/contract/time.ts'
import { v5 as uuidV5, v7 as uuidV7 } from 'uuid'

/** Returns the current time. */
export type Clock = () => EpochMs

/** The wall clock. No other code reads it. */
export const systemClock: Clock = () => Date.now()

/** Returns the time in ISO 8601, in UTC with milliseconds. */
export function isoTime(at: EpochMs): string {
  return new Date(at).toISOString()
}

/** Returns the month of a time in UTC: `YYYY-MM`. */
export function monthOf(at: EpochMs): string {
  return isoTime(at).slice(0, 7)
}

/** Returns the month of a time in UTC and those before it, the latest first: `count` in all. */
export function lastMonths(at: EpochMs, count: number): string[] {
  const date = new Date(at)
  return Array.from({ length: count }, (_, before) =>
    monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - before)),
  )
}

/** Returns the day of a time in UTC: `YYYY-MM-DD`. */
export function dateOf(at: EpochMs): string {
  return isoTime(at).slice(0, 10)
}

/** Returns the time as `isoTime` does, or null if it is unknown. */
export function timeOrNull(at: EpochMs | undefined): string | null {
  return at === undefined ? null : isoTime(at)
}

export const DAY_MILLISECONDS = 86_400_000
const DAY_SECONDS = DAY_MILLISECONDS / 1000

/** Returns the Unix seconds at which an item written at `start` expires after `days`. */
export function expiryAfter(start: EpochMs, days: number): number {
  return Math.floor(start / 1000) + days * DAY_SECONDS
}

/** Returns whether an item has not expired at `now`. DynamoDB deletes expired items later. */
export function isLive({ expiresAt }: { readonly expiresAt: number }, now: EpochMs): boolean {
  return expiresAt > now / 1000
}

/** Returns a new id that sorts by time (UUID version 7). */
export function newId(): string {
  return uuidV7()
}

const NAMESPACE = 'b0a1c3a8-6f5e-5d0c-9a39-0a9a3a2f4f11'

/** Returns the id of `causes`: the same id for the same causes (UUID version 5). */
export function derivedId(...causes: readonly string[]): string {
  return uuidV5(JSON.stringify(causes), NAMESPACE)
}

/** Returns a UUID version 8: 48 bits of `at`, so that ids sort by time, then a hash of the causes. */
export function derivedTimeId(at: EpochMs, ...causes: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(causes)).digest('hex')
  const time = at.toString(16).padStart(12, '0')
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(3), 16) % 4)
  return `${time.slice(0, 8)}-${time.slice(8)}-8${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`
}

/** Returns the creation time in a time-sorted id (UUID version 7 or 8). */
export function timeOfId(id: string): EpochMs {
  return Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
}
