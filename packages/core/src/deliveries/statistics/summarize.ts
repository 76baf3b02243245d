import { CAUSES, type FailureCause } from '@messaging/contract/causes.ts'
import { PERIODS, type Period, type Statistics } from '@messaging/contract/dashboard/statistics.ts'
import { isoTime } from '../../platform/clock.ts'
import { HOUR_MILLISECONDS, type HourCounts } from './counters.ts'
import { percentile } from './latency.ts'
import type { Hours } from './read-counts.ts'

/** Returns the start of the first hour of a period that ends with the current hour, in milliseconds. */
export function startOf(period: Period, now: number): number {
  return (Math.floor(now / HOUR_MILLISECONDS) - PERIODS[period].hours + 1) * HOUR_MILLISECONDS
}

/** Returns the statistics of one webhook, or of several together. `now` in milliseconds. */
export function summarize(webhooks: readonly Hours[], period: Period, now: number): Statistics {
  const { hours, step } = PERIODS[period]
  const since = startOf(period, now)
  const each = Array.from({ length: hours }, (_, hour) => {
    const start = since + hour * HOUR_MILLISECONDS
    return webhooks.flatMap((counts) => counts.get(start) ?? [])
  })
  const counts = each.flat()
  return {
    since: isoTime(since),
    ...resultsOf(counts),
    causes: CAUSES.map((cause) => ({ cause, count: failuresOf(counts, cause) }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count),
    points: Array.from({ length: hours / step }, (_, index) => ({
      start: isoTime(since + index * step * HOUR_MILLISECONDS),
      ...resultsOf(each.slice(index * step, (index + 1) * step).flat()),
    })),
  }
}

/** Returns the results of hours together. */
export function resultsOf(hours: readonly HourCounts[]) {
  const sum = (of: (hour: HourCounts) => number) => hours.reduce((total, hour) => total + of(hour), 0)
  const delivered = sum((hour) => hour.delivered)
  const failed = sum(failedIn)
  const latency: Record<number, number> = {}
  for (const hour of hours)
    for (const [bucket, count] of Object.entries(hour.latency))
      latency[Number(bucket)] = (latency[Number(bucket)] ?? 0) + count
  return {
    delivered,
    failed,
    // A result can be counted whose creation was before the counters began.
    pending: sum((hour) => Math.max(0, hour.created - hour.delivered - failedIn(hour))),
    successRate: delivered + failed === 0 ? null : delivered / (delivered + failed),
    p50: percentile(latency, 0.5),
    p95: percentile(latency, 0.95),
  }
}

function failedIn({ failed }: HourCounts): number {
  return Object.values(failed).reduce((total, count) => total + count, 0)
}

function failuresOf(hours: readonly HourCounts[], cause: FailureCause): number {
  return hours.reduce((total, { failed }) => total + (failed[cause] ?? 0), 0)
}
