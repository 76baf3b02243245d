import { objectsOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'

export interface Metric {
  readonly namespace: string
  readonly name: string
  readonly dimensions: Readonly<Record<string, string>>
}

/** Returns the metric that these members name; `undefined` if they name none. */
export function metricIn({ MetricName, Namespace, Dimensions }: JsonObject): Metric | undefined {
  const name = textOf(MetricName)
  if (name === undefined) return undefined
  const dimensions = objectsOf(Dimensions).map(({ Name, Value }) => [textOf(Name) ?? '', textOf(Value) ?? ''])
  return { namespace: textOf(Namespace) ?? '', name, dimensions: Object.fromEntries(dimensions) }
}

/** Returns a text that identifies a metric, whatever the order of its dimensions. */
export function metricKey({ namespace, name, dimensions }: Metric): string {
  return JSON.stringify([namespace, name, Object.entries(dimensions).toSorted()])
}

const STATISTICS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Average: (values) => sum(values) / values.length,
  Maximum: (values) => Math.max(...values),
  Minimum: (values) => Math.min(...values),
  SampleCount: (values) => values.length,
  Sum: (values) => sum(values),
}

/** Returns the function that calculates a statistic, such as `Sum` or `p95`, of one or more values; `undefined` if it is not supported. */
export function statisticOf(name: string): ((values: readonly number[]) => number) | undefined {
  if (Object.hasOwn(STATISTICS, name)) return STATISTICS[name]
  const [, percent] = /^p(\d+(?:\.\d+)?)$/.exec(name) ?? []
  return percent === undefined ? undefined : (values) => percentile(values, Number(percent))
}

function percentile(values: readonly number[], percent: number): number {
  const rank = Math.max(1, Math.ceil((percent / 100) * values.length))
  return values.toSorted((one, other) => one - other)[rank - 1] ?? Number.NaN
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
