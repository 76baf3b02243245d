import { numberOf, objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { type Metric, metricIn, statisticOf } from './metric.ts'
import type { Measure, Sample } from './queue-metrics.ts'

/** A request for times until then has the current value too. */
const RECENT_MS = 60_000

/**
 * Returns one value per query and period with data, from earlier samples and the current value. Newest first unless `ScanBy`
 * says otherwise. `now` is in milliseconds.
 */
export function metricData(
  input: JsonObject,
  measure: Measure,
  samples: (metric: Metric) => readonly Sample[],
  now: number,
): JsonObject {
  const [start, end] = [numberOf(input.StartTime) ?? 0, numberOf(input.EndTime) ?? now / 1000]
  if (start >= end) throw invalid('The parameter StartTime must be less than the parameter EndTime.')
  const isAscending = textOf(input.ScanBy) === 'TimestampAscending'
  return {
    MetricDataResults: objectsOf(input.MetricDataQueries).map((query) => {
      const stat = objectAt(query, 'MetricStat')
      const metric = metricIn(objectAt(stat, 'Metric'))
      if (!metric) throw invalid('Only queries with MetricStat are supported')
      const current = now - end * 1000 < RECENT_MS ? measure(metric) : undefined
      const measured = [
        ...samples(metric),
        ...(current === undefined ? [] : [{ at: Math.min(now, end * 1000), value: current }]),
      ]
      const points = pointsOf(
        measured.filter(({ at }) => at >= start * 1000 && at <= end * 1000),
        periodOf(stat),
        textOf(stat.Stat) ?? '',
      )
      const ordered = isAscending ? points : points.toReversed()
      return {
        Id: textOf(query.Id) ?? '',
        Label: textOf(query.Label) ?? metric.name,
        StatusCode: 'Complete',
        Timestamps: ordered.map(([at]) => at),
        Values: ordered.map(([, value]) => value),
      }
    }),
    Messages: [],
  }
}

function periodOf({ Period }: JsonObject): number {
  const period = numberOf(Period) ?? 0
  if (period > 0 && period % 60 === 0) return period
  throw invalid('The parameter Period must be a multiple of 60.')
}

/** Returns the start of each period in seconds with its statistic, oldest first. */
function pointsOf(samples: readonly Sample[], period: number, statistic: string): [at: number, value: number][] {
  const calculate = statisticOf(statistic)
  if (!calculate) throw invalid(`The statistic ${statistic} is not supported`)
  const periods = Map.groupBy(samples, ({ at }) => Math.floor(at / 1000 / period) * period)
  return [...periods].map(([at, of]) => [at, calculate(of.map(({ value }) => value))])
}

function invalid(message: string): ServiceError {
  return new ServiceError(400, 'ValidationError', message)
}
