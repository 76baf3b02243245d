import { jsonCall, type Service } from '../front-door/call.ts'
import { jsonErrors } from '../front-door/error-shapes.ts'
import { listOf, numberOf, objectsOf, textOf, textsOf } from '../json.ts'
import type { Environment, JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { type AlarmState, describeAlarm, evaluateAlarm } from './alarm.ts'
import { type Metric, metricIn, metricKey } from './metric.ts'
import { metricData } from './metric-data.ts'
import type { Measure, QueueHistory, Sample } from './queue-metrics.ts'

const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 100

/**
 * Builds the part of CloudWatch with the template's alarms, which are evaluated on request, the metrics of queues, and
 * those that clients put.
 */
export function cloudwatchService(options: {
  readonly resources: readonly Resource[]
  readonly environment: Environment
  readonly measure: Measure
  readonly history: Pick<QueueHistory, 'samples'>
  readonly now: () => number
}): Service {
  const { resources, environment, measure, history, now } = options
  const data = createPutMetrics(now)
  const stateOf = stateKeeper((alarm) => evaluateAlarm(alarm, { measure, samples: data.samples, now: now() }), now)
  const samples = (metric: Metric) => [...history.samples(metric), ...data.samples(metric)]
  const actions: Readonly<Record<string, { readonly resource: string; run(input: JsonObject): JsonObject }>> = {
    DescribeAlarms: {
      resource: `arn:aws:cloudwatch:${environment.region}:${environment.accountId}:alarm:*`,
      run: (input) => describeAlarms(input, resources, stateOf),
    },
    GetMetricData: { resource: '*', run: (input) => metricData(input, measure, samples, now()) },
    PutMetricData: {
      resource: '*',
      run(input) {
        data.put(input)
        return {}
      },
    },
  }
  const known = (action: string) => {
    const found = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!found) throw new ServiceError(400, 'UnknownOperationException', `${action} is not supported`)
    return found
  }
  return {
    actions: Object.keys(actions),
    refusals: {
      unknownClient: [403, 'InvalidClientTokenId'],
      denied: [403, 'AccessDenied'],
      failed: [500, 'InternalServiceError'],
      throttled: [400, 'ThrottlingException', 'Rate exceeded'],
    },
    error: jsonErrors('com.amazonaws.cloudwatch', '1.0'),
    access(call) {
      const { action } = jsonCall(call)
      return { action, needs: [{ action: `cloudwatch:${action}`, resource: known(action).resource }] }
    },
    async handle(call) {
      const { action, input } = jsonCall(call)
      const output = known(action).run(input)
      return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: JSON.stringify(output) }
    },
  }
}

function describeAlarms(
  input: JsonObject,
  resources: readonly Resource[],
  stateOf: (alarm: Resource) => JsonObject,
): JsonObject {
  const types = textsOf(input.AlarmTypes ?? 'MetricAlarm').map((type) => `AWS::CloudWatch::${TYPES[type] ?? type}`)
  const names = input.AlarmNames === undefined ? undefined : textsOf(input.AlarmNames)
  const prefix = textOf(input.AlarmNamePrefix) ?? ''
  const state = textOf(input.StateValue)
  const chosen = resources
    .filter(({ type, physicalId }) => types.includes(type) && physicalId.startsWith(prefix))
    .filter(({ physicalId }) => names?.includes(physicalId) ?? true)
    .toSorted((left, right) => (left.physicalId < right.physicalId ? -1 : 1))
    .map((alarm) => ({ type: alarm.type, described: { ...describeAlarm(alarm), ...stateOf(alarm) } }))
    .filter(({ described }) => state === undefined || described.StateValue === state)
  const start = numberOf(input.NextToken) ?? 0
  const end = start + Math.min(numberOf(input.MaxRecords) ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
  const page = Object.groupBy(chosen.slice(start, end), ({ type }) => type)
  return {
    MetricAlarms: (page['AWS::CloudWatch::Alarm'] ?? []).map(({ described }) => described),
    CompositeAlarms: (page['AWS::CloudWatch::CompositeAlarm'] ?? []).map(({ described }) => described),
    ...(end < chosen.length && { NextToken: String(end) }),
  }
}

const TYPES: Readonly<Record<string, string>> = { MetricAlarm: 'Alarm' }

/** Evaluates alarms and remembers when each entered its state. */
function stateKeeper(evaluate: (alarm: Resource) => AlarmState, now: () => number): (alarm: Resource) => JsonObject {
  const known = new Map<string, { readonly value: AlarmState['value']; readonly since: number }>()
  return (alarm) => {
    const { value, reason } = evaluate(alarm)
    const earlier = known.get(alarm.arn)
    const current = earlier?.value === value ? earlier : { value, since: now() }
    known.set(alarm.arn, current)
    return { StateValue: value, StateReason: reason, StateUpdatedTimestamp: current.since / 1000 }
  }
}

/** Number of values that are kept for each metric. */
const KEPT = 1500

interface PutMetrics {
  /** Stores the data of a `PutMetricData` request. */
  put(input: JsonObject): void
  /** Returns the stored values of a metric in the order of the requests. */
  samples(metric: Metric): readonly Sample[]
}

/** Builds the memory of the metrics that clients put. Unlike CloudWatch, it accepts the namespaces of AWS. */
function createPutMetrics(now: () => number): PutMetrics {
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
