const DAY_MILLISECONDS = 86_400_000

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

/**
 * Returns the instant, in milliseconds since the epoch, at which clocks in an IANA time zone show `local`
 * (`yyyy-mm-ddThh:mm:ss`). A time that is skipped when clocks move forward is shifted by the difference. Of a time that
 * occurs twice, the first is returned.
 * @throws RangeError for an unknown zone or an invalid date.
 */
function instantOf(local: string, zone: string): number {
  const shown = Date.parse(`${local}Z`)
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 19) !== local) {
    throw new RangeError(`${local} is not a valid date`)
  }
  const candidates = [shown - DAY_MILLISECONDS, shown + DAY_MILLISECONDS].map((near) => shown - offset(near, zone))
  const showing = candidates.filter((instant) => instant + offset(instant, zone) === shown)
  return Math.min(...(showing.length > 0 ? showing : [shown - offset(shown - DAY_MILLISECONDS, zone)]))
}

/** Returns how far a zone's clocks are ahead of UTC, in milliseconds. */
function offset(instant: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(instant / 1000) * 1000
}
