import { numberOf, objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'

export interface Metric {
  readonly namespace: string
  readonly name: string
  readonly dimensions: Readonly<Record<string, string>>
}

export interface AlarmState {
  readonly value: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA'
  readonly reason: string
}

const COMPARISONS: Readonly<Record<string, readonly [words: string, holds: (left: number, right: number) => boolean]>> =
  {
    GreaterThanOrEqualToThreshold: ['greater than or equal to', (left, right) => left >= right],
    GreaterThanThreshold: ['greater than', (left, right) => left > right],
    LessThanOrEqualToThreshold: ['less than or equal to', (left, right) => left <= right],
    LessThanThreshold: ['less than', (left, right) => left < right],
  }

/** Returns the only metric of an alarm; `undefined` for a calculation with several. */
export function metricOf({ properties }: Resource): Metric | undefined {
  const [only, ...others] = objectsOf(properties.Metrics)
  if (others.length > 0) return undefined
  return metricIn(only ? objectAt(objectAt(only, 'MetricStat'), 'Metric') : properties)
}

/** Returns the metric that these members name; `undefined` if they name none. */
export function metricIn({ MetricName, Namespace, Dimensions }: JsonObject): Metric | undefined {
  const name = textOf(MetricName)
  if (name === undefined) return undefined
  const dimensions = objectsOf(Dimensions).map(({ Name, Value }) => [textOf(Name) ?? '', textOf(Value) ?? ''])
  return { namespace: textOf(Namespace) ?? '', name, dimensions: Object.fromEntries(dimensions) }
}

/** Evaluates an alarm with its metric's current value, without periods. `now` is `undefined` if it is not measured. */
export function evaluateAlarm(
  { properties }: Resource,
  metric: Metric | undefined,
  now: number | undefined,
): AlarmState {
  const [words, holds] = COMPARISONS[textOf(properties.ComparisonOperator) ?? ''] ?? []
  const threshold = numberOf(properties.Threshold)
  if (now === undefined || !holds || threshold === undefined) {
    const what = metric ? `${metric.namespace} ${metric.name}` : 'a calculation with several metrics'
    return { value: 'INSUFFICIENT_DATA', reason: `The embedded cloud does not measure ${what}.` }
  }
  const isAlarm = holds(now, threshold)
  const reason = `Threshold ${isAlarm ? 'Crossed' : 'not crossed'}: now ${now} was ${isAlarm ? '' : 'not '}${words} the threshold (${threshold}).`
  return { value: isAlarm ? 'ALARM' : 'OK', reason }
}

/** Members of an alarm that are returned as in the template. */
const COPIED_TEXTS = [
  ...['AlarmDescription', 'AlarmActions', 'OKActions', 'InsufficientDataActions', 'MetricName', 'Namespace'],
  ...['Statistic', 'ExtendedStatistic', 'Dimensions', 'Unit', 'ComparisonOperator', 'TreatMissingData', 'Metrics'],
]
const COPIED_NUMBERS = ['Period', 'EvaluationPeriods', 'DatapointsToAlarm', 'Threshold']

/** Describes an alarm as CloudWatch does, without its state. */
export function describeAlarm({ physicalId, arn, properties }: Resource): JsonObject {
  const texts = COPIED_TEXTS.flatMap((name) => {
    const value = properties[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const numbers = COPIED_NUMBERS.flatMap((name) => {
    const value = numberOf(properties[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    AlarmName: physicalId,
    AlarmArn: arn,
    ActionsEnabled: textOf(properties.ActionsEnabled) !== 'false',
    ...Object.fromEntries([...texts, ...numbers]),
  }
}
