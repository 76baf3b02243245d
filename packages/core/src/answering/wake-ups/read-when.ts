import { isoTime } from '../../platform/clock.ts'

const MINUTE_MILLISECONDS = 60_000
const SOONEST_MINUTES = 1
const LATEST_MINUTES = 30 * 24 * 60

const MINUTES = /^\d{1,6}$/
const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/

/** A whole second in milliseconds since the epoch, or a problem for the model to read. */
export type When =
  | { readonly fireAt: number; readonly problem?: undefined }
  | { readonly problem: string; readonly fireAt?: undefined }

/**
 * Parses a time from a model: minutes from `now`, or ISO 8601 (UTC without a zone). Allows one minute to 30 days ahead,
 * and nothing after `latest`, from which on the agent cannot write to the customer.
 */
export function readWhen(text: string, now: number, latest: number): When {
  const at = MINUTES.test(text.trim()) ? now + Number(text) * MINUTE_MILLISECONDS : readTime(text.trim())
  if (Number.isNaN(at))
    return { problem: 'when: must be minutes from now, such as 90, or a time such as 2026-11-20T16:00:00Z.' }
  const minutes = (at - now) / MINUTE_MILLISECONDS
  if (minutes < SOONEST_MINUTES || minutes > LATEST_MINUTES)
    return { problem: 'when: must be from one minute to 30 days ahead.' }
  if (at > latest) return { problem: `you can write to this customer only until ${isoTime(latest)}.` }
  return { fireAt: Math.ceil(at / 1000) * 1000 }
}

function readTime(text: string): number {
  const [, date, time, zone = 'Z'] = TIME.exec(text) ?? []
  return date === undefined ? Number.NaN : Date.parse(`${date}T${time}${zone.replace(/(\d{2})(\d{2})$/, '$1:$2')}`)
}
