import { METRIC_NAMESPACE, METRICS, type MetricName } from '@messaging/contract/metrics.ts'
import type { Facts } from './log.ts'

/** What a decision adds to metrics: one for each that is counted, milliseconds for each that is timed. */
export type MetricValues = Readonly<Partial<Record<MetricName, number>>>

/**
 * The members that make CloudWatch read metrics out of a log line that has `facts` (embedded metric format); none when there
 * is nothing to count. They belong at the root of the line. `at` in milliseconds. What is split by a fact is left out where
 * the line does not have it, or has a value that the metric does not list: each value costs a metric of its own. Metrics with
 * the same dimensions share a directive, and units are left out: every line is billed by its bytes.
 */
export function embeddedMetrics(values: MetricValues, facts: Facts, stage: string, at: number): object {
  const given: Readonly<Record<string, number | undefined>> = values
  const counted = Object.entries(METRICS).flatMap(([name, { by }]) => {
    const value = given[name]
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
