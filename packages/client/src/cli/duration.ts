import { CliError } from './io.ts'

const MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])
const PATTERN = /^(\d{1,9})([smhd])$/

/** Returns the milliseconds of a duration such as `30s`, `10m`, `2h` or `1d`, or undefined for any other text. */
export function durationOf(text: string): number | undefined {
  const [, amount, unit = ''] = PATTERN.exec(text) ?? []
  const length = MILLISECONDS.get(unit)
  return length === undefined ? undefined : Number(amount) * length
}

/**
 * Returns a time for the API. A duration is before `now`; a day or a time without a zone is UTC.
 * @throws CliError that names the option
 */
export function readTime(option: string, text: string, now: number): string {
  const duration = durationOf(text)
  const zone = /^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/.test(text) ? 'Z' : ''
  const day = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text + zone) : Number.NaN
  const time = duration === undefined ? day : now - duration
  if (Number.isNaN(time) || Number.isNaN(new Date(time).getTime()) || (duration === undefined && !isCalendarDay(text)))
    throw new CliError(
      `${option} must be a time such as 2026-11-20T16:00:00Z, or a duration before now such as 30m, 2h or 7d, not "${text}".`,
      2,
    )
  return new Date(time).toISOString()
}

/** Returns whether the day of a time exists. The engine reads 30 February as a day of March. */
function isCalendarDay(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
