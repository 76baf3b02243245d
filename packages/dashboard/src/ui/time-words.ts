import type { EpochMs, Ms } from '@replywright/contract/time.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Time units in milliseconds with their names. A unit is used for durations shorter than `below`. */
const UNITS = [
  { below: MINUTE, unit: SECOND, name: 's' },
  { below: HOUR, unit: MINUTE, name: 'min' },
  { below: DAY, unit: HOUR, name: 'h' },
  { below: 30 * DAY, unit: DAY, name: 'd' },
] as const

/** Times up to this far in the future are shown as the present, because the clocks of service and browser differ. */
const CLOCK_SKEW = 5 * SECOND

/** Describes the time from `now` to `at`, or the date if it is 30 days or more away. Both. */
export function relativeTime(at: EpochMs, now: EpochMs): string {
  const span = Math.abs(now - at)
  if (at > now && span <= CLOCK_SKEW) return 'just now'
  const found = UNITS.find(({ below }) => span < below)
  if (!found) return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
  const count = at > now ? Math.ceil(span / found.unit) : Math.floor(span / found.unit)
  if (found.unit === SECOND && count < 1) return 'just now'
  const text = `${count} ${found.name}`
  return at > now ? `in ${text}` : `${text} ago`
}

/** Formats a time to the second, in the user's time zone with its name, and in UTC. `zone` is for tests. */
export function exactTime(at: EpochMs, zone?: string): { readonly local: string; readonly utc: string } {
  const local = new Date(at).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
    hourCycle: 'h23',
    ...(zone && { timeZone: zone }),
  })
  return { local, utc: new Date(at).toISOString() }
}

/** Formats a time of today to the second, and another with its date. `zone` is for tests. */
export function clockTime(at: EpochMs, now: EpochMs, zone?: string): string {
  const zoned = zone && { timeZone: zone }
  const dayOf = (time: EpochMs) =>
    new Date(time).toLocaleDateString('en-GB', { month: 'short', day: 'numeric', ...zoned })
  const clock = new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'medium', hourCycle: 'h23', ...zoned })
  return dayOf(at) === dayOf(now) ? clock : `${dayOf(at)}, ${clock}`
}

/** Formats a day, with its year if that is not the year of `now`. `zone` is for tests. */
export function dayText(at: EpochMs, now: EpochMs, zone?: string): string {
  const zoned = zone && { timeZone: zone }
  const yearOf = (time: EpochMs) => new Date(time).toLocaleDateString('en-GB', { year: 'numeric', ...zoned })
  return new Date(at).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(yearOf(at) !== yearOf(now) && { year: 'numeric' }),
    ...zoned,
  })
}

/** Formats a duration: `840 ms`, `2.5 s`, `1 min 30 s`. */
export function durationText(milliseconds: Ms): string {
  const whole = Math.round(milliseconds)
  if (whole < SECOND) return `${whole} ms`
  const tenths = Math.round(whole / (SECOND / 10)) / 10
  if (tenths < 60) return `${tenths} s`
  const all = Math.round(whole / SECOND)
  const [minutes, seconds] = [Math.floor(all / 60), all % 60]
  return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`
}

/** Converts ISO 8601 to the value of `<input type="datetime-local">`, in the user's time zone, to the minute. */
export function toLocalInput(at: string | undefined): string {
  if (at === undefined) return ''
  const time = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** Converts the value of such an input to ISO 8601, or undefined if it is empty or incomplete. */
export function fromLocalInput(text: string): string | undefined {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
