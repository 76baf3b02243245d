import { METRIC_NAMESPACE, METRICS, type MetricName } from '@messaging/contract/metrics.ts'
import type { Facts } from './log.ts'

/** What a decision adds to metrics: one for each that is counted, milliseconds for each that is timed. */
export type MetricValues = Readonly<Partial<Record<MetricName, number>>>

interface Directive {
  readonly Namespace: string
  readonly Dimensions: readonly (readonly string[])[]
  readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[]
}

/**
 * The members that make CloudWatch read metrics out of a log line that has `facts` (embedded metric format); none when there
 * is nothing to count. They belong at the root of the line. `at` in milliseconds. What is split by a fact is left out where
 * the line does not have it, or has a value that the metric does not list: each value costs a metric of its own.
 */
export function embeddedMetrics(values: MetricValues, facts: Facts, stage: string, at: number): object {
  const given: Readonly<Record<string, number | undefined>> = values
  const counted = Object.entries(METRICS).flatMap(([name, { unit, by }]) => {
    const value = given[name]
    if (value === undefined) return []
    if (by && !by.values.includes(String(facts[by.fact]))) return []
    const Dimensions = [by ? ['stage', by.fact] : ['stage']]
    const directive: Directive = {
      Namespace: METRIC_NAMESPACE,
      Dimensions,
      Metrics: [{ Name: name, Unit: unit }],
    }
    return [{ name, value, directive }]
  })
  if (counted.length === 0) return {}
  return {
    stage,
    ...Object.fromEntries(counted.map(({ name, value }) => [name, value])),
    _aws: { Timestamp: at, CloudWatchMetrics: counted.map(({ directive }) => directive) },
  }
}
