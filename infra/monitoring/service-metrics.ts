import { type FilteredMetricName, METRIC_NAMESPACE, METRICS, type MetricName } from '@replywright/contract/metrics.ts'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, type ILogGroup } from 'aws-cdk-lib/aws-logs'
import { Duration } from 'aws-cdk-lib/core'

const PERIOD = Duration.minutes(5)

interface FilterOptions {
  readonly stage: string
  readonly metricName: FilteredMetricName
  readonly pattern: string
  readonly value?: string
}

/** Returns a metric that the functions write. */
export function serviceMetric(stage: string, metricName: MetricName, statistic: string = Stats.SUM): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    statistic,
    period: PERIOD,
    dimensionsMap: { stage },
    ...(statistic !== Stats.SUM && { label: statistic }),
  })
}

/** Returns a metric that the functions write, once for each value of its dimension. */
export function splitServiceMetric(stage: string, metricName: MetricName, statistic: string = Stats.SUM): Metric[] {
  const { by } = METRICS[metricName]
  if (!by) throw new Error(`${metricName} is not split`)
  return by.values.map((value) =>
    serviceMetric(stage, metricName, statistic).with({ dimensionsMap: { stage, [by.fact]: value }, label: value }),
  )
}

/** Like `splitServiceMetric`, but only for values that occurred. */
export function seenServiceMetric(stage: string, metricName: MetricName): MathExpression {
  const fact = METRICS[metricName].by?.fact ?? ''
  const search = `{${METRIC_NAMESPACE},${fact},stage} MetricName="${metricName}" stage="${stage}"`
  return new MathExpression({
    expression: `SEARCH('${search}', 'Sum', ${PERIOD.toSeconds()})`,
    label: '',
    period: PERIOD,
  })
}

/** Returns the value of `expression`, in which each metric has its name in `metrics`. Without data of any metric it has none. */
export function calculation(
  label: string,
  expression: string,
  metrics: Readonly<Record<string, IMetric>>,
): MathExpression {
  return new MathExpression({ expression, label, period: PERIOD, usingMetrics: { ...metrics } })
}

/** Returns a metric that CloudWatch derives from log lines. */
export function filteredMetric(stage: string, metricName: FilteredMetricName, statistic: string = Stats.SUM): Metric {
  return new Metric({ namespace: filterNamespace(stage), metricName, statistic, period: PERIOD })
}

/** Derives a metric from the lines of a log group that match `pattern`: their number, or the value of a field (`$.…`). */
export function addMetricFilter(logGroup: ILogGroup, { stage, metricName, pattern, value = '1' }: FilterOptions): void {
  logGroup.addMetricFilter(metricName, {
    filterPattern: FilterPattern.literal(pattern),
    metricNamespace: filterNamespace(stage),
    metricName,
    metricValue: value,
  })
}

/** A metric filter cannot set a dimension to a fixed value, so the stage is part of the namespace. */
function filterNamespace(stage: string): string {
  return `${METRIC_NAMESPACE}/${stage}`
}

/** Returns the throttled requests to an index. */
export function indexMetric({ tableName: TableName }: ITable, metricName: string, index: string): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    statistic: Stats.SUM,
    period: PERIOD,
    dimensionsMap: { TableName, GlobalSecondaryIndexName: index },
  })
}

/** Returns a metric that the functions write, of one value of its dimension. */
export function valueMetric(stage: string, metricName: MetricName, value: string, statistic: string): Metric {
  const { by } = METRICS[metricName]
  if (!by?.values.includes(value)) throw new Error(`${metricName} has no value ${value}`)
  return serviceMetric(stage, metricName, statistic).with({ dimensionsMap: { stage, [by.fact]: value } })
}

/** Returns a metric of a function that the CDK has no method for, such as those of its URL. */
export function functionMetric(lambda: IFunction, metricName: string): Metric {
  return lambda.metric(metricName, { statistic: Stats.SUM, period: PERIOD })
}

/** Returns the throttled invocations of all functions of the account and region, which share the concurrency. */
export function accountThrottles(): Metric {
  return accountMetric('Throttles')
}

/** Returns a metric of Lambda over all functions of the account and region. */
export function accountMetric(metricName: string): Metric {
  return new Metric({ namespace: 'AWS/Lambda', metricName, statistic: Stats.SUM, period: PERIOD })
}

/** Returns a metric of an event source mapping. Its group `EventCount` must be on. */
export function mappingMetric(EventSourceMappingUUID: string, metricName: string): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    statistic: Stats.SUM,
    period: PERIOD,
    dimensionsMap: { EventSourceMappingUUID },
  })
}

/**
 * Returns an expression that is 1 while the relay is inactive although it has work. Either the table is written and the mapping reads
 * no records, or the mapping reads records that pass its filter and does not invoke the function. A disabled mapping and a function
 * without invocations report no data, so missing data counts as 0.
 */
export function relaySilence(table: ITable, relay: IFunction, mappingId: string): MathExpression {
  const notRead = 'FILL(written, 0) > 0 && FILL(polled, 0) == 0'
  const notInvoked = 'FILL(polled, 0) - FILL(filtered, 0) > 0 && FILL(invoked, 0) == 0'
  return new MathExpression({
    expression: `IF((${notRead}) || (${notInvoked}), 1, 0)`,
    label: 'relay silent',
    period: PERIOD,
    usingMetrics: {
      written: tableMetric(table, 'ConsumedWriteCapacityUnits'),
      polled: mappingMetric(mappingId, 'PolledEventCount'),
      filtered: mappingMetric(mappingId, 'FilteredOutEventCount'),
      invoked: functionMetric(relay, 'Invocations'),
    },
  })
}

export function scheduleMetric(ScheduleGroup: string, metricName: string): Metric {
  return new Metric({
    namespace: 'AWS/Scheduler',
    metricName,
    statistic: Stats.SUM,
    period: PERIOD,
    dimensionsMap: { ScheduleGroup },
  })
}

export function tableMetric({ tableName: TableName }: ITable, metricName: string, Operation?: string): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    statistic: Stats.SUM,
    period: PERIOD,
    dimensionsMap: { TableName, ...(Operation && { Operation }) },
  })
}
