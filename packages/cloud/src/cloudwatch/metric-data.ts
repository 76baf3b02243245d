import { objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { type Metric, metricIn } from './alarm.ts'

/** Returns the current value of a metric; `undefined` if it is not measured. */
export type Measure = (metric: Metric) => number | undefined

/** Returns one value per query, the current one. Earlier values are not stored. `now` is in milliseconds. */
export function metricData(input: JsonObject, measure: Measure, now: number): JsonObject {
  return {
    MetricDataResults: objectsOf(input.MetricDataQueries).map((query) => {
      const metric = metricIn(objectAt(objectAt(query, 'MetricStat'), 'Metric'))
      if (!metric) throw new ServiceError(400, 'ValidationError', 'Only queries with MetricStat are supported')
      const value = measure(metric)
      return {
        Id: textOf(query.Id) ?? '',
        Label: textOf(query.Label) ?? metric.name,
        StatusCode: 'Complete',
        Timestamps: value === undefined ? [] : [Math.floor(now / 1000)],
        Values: value === undefined ? [] : [value],
      }
    }),
    Messages: [],
  }
}
