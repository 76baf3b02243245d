import { ROLES, type Role } from '@replywright/contract/roles.ts'
import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import { ServiceError } from '@replywright/core/platform/errors.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const LARGEST_LIMIT = 1000

/** Returns the error of options that are invalid. The audit log has it as a refusal. */
export function invalidOption(message: string): ServiceError {
  return new ServiceError('validation_error', message)
}

/** Returns a duration such as `90s`, `30m`, `2h` or `7d`. @throws ServiceError that names the option */
export function readDuration(option: string, text: string): Ms {
  const [, count = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  const length = UNITS[unit]
  if (length === undefined) throw invalidOption(`--${option} must be a duration such as 30m, 2h or 7d, not "${text}".`)
  return Number(count) * length
}

/**
 * Returns a time, from ISO 8601 or a duration before `now`. Without a zone it is UTC, as all commands print times.
 * @throws ServiceError that names the option
 */
export function readTime(option: string, text: string, now: EpochMs): EpochMs {
  if (/^\d+[smhd]$/.test(text)) return now - readDuration(option, text)
  const zone = /^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/.test(text) ? 'Z' : ''
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text + zone) : Number.NaN
  // The engine reads 30 February as a day of March.
  const exists =
    !Number.isNaN(time) && new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))
  if (!exists)
    throw invalidOption(
      `--${option} must be a time such as 2026-11-20T16:00:00Z, or a duration before now such as 30m, 2h or 7d, not "${text}".`,
    )
  return time
}

/** Returns a whole number from 1 to 1000. @throws ServiceError that names the option */
export function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > LARGEST_LIMIT)
    throw invalidOption(`--limit must be between 1 and ${LARGEST_LIMIT}, not "${text}".`)
  return limit
}

/** Returns a number of days, or null for `default`. @throws ServiceError that names the option */
export function readDays(option: string, text: string): number | null {
  if (text === 'default') return null
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw invalidOption(`--${option} must be a number of days or "default", not "${text}".`)
  return Number(text)
}

/** Returns `text` if it is one of `words`. @throws ServiceError that names the option and the words */
export function readWord<const Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === text)
  if (word === undefined) throw invalidOption(`--${option} must be one of ${words.join(', ')}, not "${text}".`)
  return word
}

/** Returns the role that an option names. @throws ServiceError for any other text */
export function readRole(text: string): Role {
  const role = ROLES.find((each) => each === text)
  if (!role) throw invalidOption(`--role must be ${ROLES.join(', ').replace(/, (?=\w+$)/, ' or ')}`)
  return role
}
