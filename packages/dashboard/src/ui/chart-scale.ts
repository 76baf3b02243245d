import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import { durationText } from './time-words.ts'

/** The unit of a chart's values. Percent are 0 to 100. */
export type Unit = 'count' | 'ms' | 'seconds' | 'percent'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

/** Steps in seconds that read as round durations. Multiples of a day follow. */
const SECOND_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
const TIME_STEPS = [5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR]
const DAY_STEPS = [1, 2, 7, 14].map((days) => days * DAY)

/** Returns about `count` round ticks from 0 to at least `highest`. */
export function valueTicks(highest: number, unit: Unit, count = 4): number[] {
  const step = roundStep(Math.max(highest, Number.MIN_VALUE) / count, unit)
  const last = Math.max(1, Math.ceil(highest / step - 1e-9))
  return Array.from({ length: last + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** Returns the smallest round step that is at least `raw`. */
function roundStep(raw: number, unit: Unit): number {
  if (unit === 'seconds') {
    const found = SECOND_STEPS.find((step) => step >= raw)
    if (found !== undefined) return found
    return decimalStep(raw / 86_400) * 86_400
  }
  // A hundredth of a percent is the smallest step that is shown. Counts and milliseconds are integers.
  return Math.max(decimalStep(raw), unit === 'percent' ? 0.01 : 1)
}

function decimalStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw))
  return ([1, 2, 5].find((factor) => factor * power >= raw * (1 - 1e-9)) ?? 10) * power
}

/** Formats a value with its unit. */
export function valueText(value: number, unit: Unit): string {
  if (unit === 'percent') return `${Number(value.toFixed(2))}%`
  if (unit === 'count') return Number(value.toFixed(2)).toLocaleString('en')
  if (value === 0) return '0'
  return spanText(unit === 'ms' ? value : value * 1000)
}

/** Formats a duration. Hours and days are units too, because the age of a message can be days. */
function spanText(milliseconds: Ms): string {
  if (milliseconds < HOUR) return durationText(milliseconds)
  const [unit, name, rest, restName] = milliseconds < DAY ? [HOUR, 'h', MINUTE, 'min'] : [DAY, 'd', HOUR, 'h']
  const more = Math.floor((milliseconds % unit) / rest)
  return `${Math.floor(milliseconds / unit)} ${name}${more > 0 ? ` ${more} ${restName}` : ''}`
}

interface TimeTick {
  readonly at: EpochMs
  readonly text: string
}

/** Returns at most `count` ticks at round local times between two times. `zone` is for tests. */
export function timeTicks(from: EpochMs, to: EpochMs, count: number, zone?: string): TimeTick[] {
  const fits = (step: Ms) => (to - from) / step <= Math.max(1, count)
  const step = [...TIME_STEPS, ...DAY_STEPS].find(fits) ?? Math.ceil((to - from) / Math.max(1, count) / DAY) * DAY
  const offset = zoneOffset(from, zone)
  const first = Math.ceil((from + offset) / step) * step - offset
  const ticks: TimeTick[] = []
  for (let at = first; at <= to; at += step) ticks.push({ at, text: tickText(at, step, zone) })
  return ticks
}

/** Returns what to add to UTC for local time. */
function zoneOffset(at: EpochMs, zone: string | undefined): Ms {
  if (zone === undefined) return -new Date(at).getTimezoneOffset() * MINUTE
  const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name?.value ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE)
}

/** The time of a tick, or its date at midnight. */
function tickText(at: EpochMs, step: Ms, zone: string | undefined): string {
  const time = format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone)
  return step >= DAY || time === '00:00' ? format(at, { day: 'numeric', month: 'short' }, zone) : time
}

/** Names the period that starts at `at` and lasts `step`. */
export function periodText(at: EpochMs, step: Ms, zone?: string): string {
  const date = { weekday: 'short', day: 'numeric', month: 'short' } as const
  if (step >= DAY) return format(at, date, zone)
  return format(at, { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone)
}

function format(at: EpochMs, options: Intl.DateTimeFormatOptions, zone: string | undefined): string {
  return new Date(at).toLocaleString('en-GB', { ...options, ...(zone && { timeZone: zone }) })
}

/** Returns the shortest distance between two times, which is the length of a period. */
export function periodOf(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  return gaps.length === 0 ? HOUR : Math.min(...gaps)
}
