import { METRIC_NAMESPACE, METRICS, type MetricName } from '@messaging/contract/metrics.ts'
import type { Facts } from './log.ts'

/** The metric values of a decision: 1 for a counter, milliseconds for a duration. */
export type MetricValues = Readonly<Partial<Record<MetricName, number>>>

/**
 * Returns the members that make CloudWatch read metrics from a log line with `facts` (embedded metric format). They
 * belong at the root of the line. Returns an empty object if `values` is empty. `at` in milliseconds. A metric with a
 * dimension is omitted if the line does not have that fact, or has a value that the metric does not list: each value
 * costs a metric of its own. Metrics with the same dimensions share a directive, and units are omitted, because every
 * line is billed by its bytes.
 */
export function embeddedMetrics(values: MetricValues, facts: Facts, stage: string, at: number): object {
  const byName: Readonly<Record<string, number | undefined>> = values
  const counted = Object.entries(METRICS).flatMap(([name, { by }]) => {
    const value = byName[name]
    if (value === undefined) return []
    if (by && !by.values.includes(String(facts[by.fact]))) return []
    return [{ name, value, fact: by?.fact }]
  })
  if (counted.length === 0) return {}
  const directives = [...Map.groupBy(counted, ({ fact }) => fact)].map(([fact, metrics]) => ({
    Namespace: METRIC_NAMESPACE,
    Dimensions: [fact === undefined ? ['stage'] : ['stage', fact]],
    Metrics: metrics.map(({ name }) => ({ Name: name })),
  }))
  return {
    stage,
    ...Object.fromEntries(counted.map(({ name, value }) => [name, value])),
    _aws: { Timestamp: at, CloudWatchMetrics: directives },
  }
}
