import { listOf, numberOf, objectsOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { type Metric, metricIn, metricKey } from './metric.ts'
import type { Sample } from './queue-metrics.ts'

/** Number of values that are kept for each metric. */
const KEPT = 1500

export interface PutMetrics {
  /** Stores the data of a `PutMetricData` request. */
  put(input: JsonObject): void
  /** Returns the stored values of a metric in the order of the requests. */
  samples(metric: Metric): readonly Sample[]
}

/** Builds the memory of the metrics that clients put. Unlike CloudWatch, it accepts the namespaces of AWS. */
export function createPutMetrics(now: () => number): PutMetrics {
  const kept = new Map<string, readonly Sample[]>()
  return {
    put({ Namespace = '', MetricData }) {
      for (const data of objectsOf(MetricData)) {
        const metric = metricIn({ ...data, Namespace })
        const counts = listOf(data.Counts)
        const values = listOf(data.Values ?? data.Value).flatMap((value, index) =>
          Array.from({ length: numberOf(counts[index]) ?? 1 }, () => numberOf(value) ?? []).flat(),
        )
        if (!metric || values.length === 0)
          throw new ServiceError(400, 'InvalidParameterValue', 'Each metric needs MetricName, and Value or Values.')
        const seconds = numberOf(data.Timestamp)
        const at = seconds === undefined ? now() : seconds * 1000
        const key = metricKey(metric)
        kept.set(key, [...(kept.get(key) ?? []), ...values.map((value) => ({ at, value }))].slice(-KEPT))
      }
    },
    samples: (metric) => kept.get(metricKey(metric)) ?? [],
  }
}
