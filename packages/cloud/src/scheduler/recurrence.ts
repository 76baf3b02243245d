import { instantOf } from './zoned-time.ts'

/** When a schedule is due. All times are milliseconds since the epoch. */
export interface Recurrence {
  readonly once: boolean
  /** The first time that is `from` or later. */
  firstFrom(from: number): number | undefined
  /** The first time later than `after`. */
  nextAfter(after: number): number | undefined
}

/** What of a schedule says when it is due. */
export interface Timing {
  readonly expression: string
  /** IANA name. */
  readonly timezone: string
  /** When a rate begins: its first time. */
  readonly anchor: number
  /** Nothing is due later. Does not concern one-time schedules. */
  readonly end: number | undefined
}

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/**
 * Reads `at(yyyy-mm-ddThh:mm:ss)` and `rate(value unit)`.
 * @throws RangeError for anything else, `cron()` included.
 */
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
