/**
 * Returns the instant, in milliseconds since the epoch, at which clocks in an IANA time zone show `local`
 * (`yyyy-mm-ddThh:mm:ss`). A time that is skipped when clocks move forward is shifted by the difference. Of a time that
 * occurs twice, the first is returned.
 * @throws RangeError for an unknown zone or an invalid date.
 */
export function instantOf(local: string, zone: string): number {
  const shown = Date.parse(`${local}Z`)
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 19) !== local) {
    throw new RangeError(`${local} is not a valid date`)
  }
  const candidates = [shown - DAY_MILLISECONDS, shown + DAY_MILLISECONDS].map((near) => shown - offset(near, zone))
  const showing = candidates.filter((instant) => instant + offset(instant, zone) === shown)
  return Math.min(...(showing.length > 0 ? showing : [shown - offset(shown - DAY_MILLISECONDS, zone)]))
}

const DAY_MILLISECONDS = 86_400_000

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
