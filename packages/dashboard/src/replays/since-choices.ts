import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import { exactTime } from '../ui/time-words.ts'

const HOUR = 3_600_000

/** The time that deliveries are kept. */
export const MAX_AGE_MS: Ms = 30 * 24 * HOUR

/** The selectable replay periods. */
export const SINCE_CHOICES = [
  { label: 'Last hour', ms: HOUR },
  { label: 'Last 24 hours', ms: 24 * HOUR },
  { label: 'Last 7 days', ms: 7 * 24 * HOUR },
  { label: 'Last 30 days', ms: MAX_AGE_MS },
] as const

/** Returns the time (ISO 8601) `ms` before `now`, rounded down to the minute so that equal queries are cached. */
export function sinceOf(ms: Ms, now: EpochMs): string {
  return new Date(Math.floor((now - ms) / 60_000) * 60_000).toISOString()
}

/** Returns a count of deliveries: `132 deliveries`, `1 delivery`, `10,000 or more deliveries`. */
export function countText(count: number, orMore: boolean): string {
  return orMore ? `${count.toLocaleString('en')} or more deliveries` : deliveriesText(count)
}

/** Describes a range of time: `between … and …`, `since …`, `until …`, or `in the last 30 days`. Times are ISO 8601. */
export function periodText(since: string | undefined, until: string | undefined): string {
  const [from, to] = [since, until].map((time) => time && exactTime(Date.parse(time)).local)
  if (from && to) return `between ${from} and ${to}`
  if (from) return `since ${from}`
  return to ? `until ${to}` : 'in the last 30 days'
}

/** Returns a number of deliveries in words. */
export function deliveriesText(count: number): string {
  return count === 1 ? '1 delivery' : `${count.toLocaleString('en')} deliveries`
}
