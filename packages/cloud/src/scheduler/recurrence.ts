import { instantOf } from './zoned-time.ts'

/** The due times of a schedule. All times are milliseconds since the epoch. */
export interface Recurrence {
  readonly once: boolean
  /** Returns the first time at or after `from`. */
  firstFrom(from: number): number | undefined
  /** Returns the first time after `after`. */
  nextAfter(after: number): number | undefined
}

/** The properties of a schedule that determine its due times. */
export interface Timing {
  readonly expression: string
  /** IANA name. */
  readonly timezone: string
  /** The first time of a rate. */
  readonly anchor: number
  /** Nothing is due later. Ignored for one-time schedules. */
  readonly end: number | undefined
}

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** Parses `at(yyyy-mm-ddThh:mm:ss)` and `rate(value unit)`. @throws RangeError for anything else, also `cron()`. */
export function recurrenceOf({ expression, timezone, anchor, end }: Timing): Recurrence {
  const at = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression)?.[1]
  if (at !== undefined) {
    const time = instantOf(at, timezone)
    return {
      once: true,
      firstFrom: (from) => (time >= from ? time : undefined),
      nextAfter: (after) => (time > after ? time : undefined),
    }
  }
  const [, count = '', unit = ''] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? []
  const period = Number(count) * (UNIT_MILLISECONDS[unit] ?? 0)
  if (period === 0) throw new RangeError(`${expression} is neither at(yyyy-mm-ddThh:mm:ss) nor rate(value unit)`)
  const firstFrom = (from: number) => {
    const time = anchor + Math.max(0, Math.ceil((from - anchor) / period)) * period
    return end !== undefined && time > end ? undefined : time
  }
  return { once: false, firstFrom, nextAfter: (after) => firstFrom(after + 1) }
}
