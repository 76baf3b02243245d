import { numberOf, objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { type Metric, metricIn, statisticOf } from './metric.ts'
import { calculate } from './metric-math.ts'
import type { Measure, Sample } from './queue-metrics.ts'

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

export interface Measured {
  /** The current value, of metrics without `samples`. */
  readonly measure: Measure
  readonly samples: (metric: Metric) => readonly Sample[]
  /** Milliseconds. */
  readonly now: number
}

interface Statistic {
  readonly id: string
  readonly metric: Metric
  readonly name: string
  readonly periodSeconds: number
}

/** Evaluates an alarm in its last periods, of which the latest ends now. A metric that is measured has its current value in all of them. */
export function evaluateAlarm({ properties }: Resource, measured: Measured): AlarmState {
  const [words, holds] = COMPARISONS[textOf(properties.ComparisonOperator) ?? ''] ?? []
  const threshold = numberOf(properties.Threshold)
  const statistics = statisticsOf(properties)
  const expression = objectsOf(properties.Metrics).flatMap(({ Expression }) => textOf(Expression) ?? [])[0]
  const evaluated = numberOf(properties.EvaluationPeriods) ?? 1
  const values = Array.from({ length: evaluated }, (_, period) => valueIn(period, statistics, expression, measured))
  const known = values.filter((value) => value !== undefined)
  const [latest] = known
  const missing = textOf(properties.TreatMissingData) === 'breaching' ? evaluated - known.length : 0
  const needed = numberOf(properties.DatapointsToAlarm) ?? evaluated
  if (missing >= needed) return { value: 'ALARM', reason: `no datapoints were received for ${missing} periods` }
  if (latest === undefined || !holds || threshold === undefined) {
    const [first, ...others] = statistics
    const what =
      first && others.length === 0
        ? `${first.metric.namespace} ${first.metric.name}`
        : 'a calculation with several metrics'
    return { value: 'INSUFFICIENT_DATA', reason: `The embedded cloud does not measure ${what}.` }
  }
  const breaching = known.filter((value) => holds(value, threshold))
  const isAlarm = missing + breaching.length >= needed
  const shown = (isAlarm ? breaching[0] : undefined) ?? latest
  const reason = `Threshold ${isAlarm ? 'Crossed' : 'not crossed'}: now ${shown} was ${isAlarm ? '' : 'not '}${words} the threshold (${threshold}).`
  return { value: isAlarm ? 'ALARM' : 'OK', reason }
}

/** Returns the statistics that an alarm observes: its own, or those of its calculation. */
function statisticsOf(properties: JsonObject): Statistic[] {
  const { Statistic, ExtendedStatistic, Period, Metrics } = properties
  const own = { Metric: properties, Stat: Statistic ?? ExtendedStatistic ?? '', Period: Period ?? '' }
  const entries = Metrics === undefined ? [{ MetricStat: own }] : objectsOf(Metrics)
  return entries.flatMap((entry) => {
    const stat = objectAt(entry, 'MetricStat')
    const metric = metricIn(objectAt(stat, 'Metric'))
    if (!metric) return []
    const id = 'Id' in entry ? (textOf(entry.Id) ?? '') : ''
    return [{ id, metric, name: textOf(stat.Stat) ?? '', periodSeconds: numberOf(stat.Period) ?? 60 }]
  })
}

/** Returns an alarm's value in one of its periods, counted back from the latest; `undefined` if no metric has data. */
function valueIn(
  period: number,
  statistics: readonly Statistic[],
  expression: string | undefined,
  { measure, samples, now }: Measured,
): number | undefined {
  const values = statistics.map(({ id, metric, name, periodSeconds }) => {
    const put = samples(metric)
    if (put.length === 0) return [id, measure(metric)] as const
    const end = now - period * periodSeconds * 1000
    const within = put.filter(({ at }) => at <= end && at > end - periodSeconds * 1000).map(({ value }) => value)
    return [id, within.length === 0 ? undefined : statisticOf(name)?.(within)] as const
  })
  if (values.every(([, value]) => value === undefined)) return undefined
  return expression === undefined ? values[0]?.[1] : calculate(expression, Object.fromEntries(values))
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
