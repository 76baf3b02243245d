import type { Fauxqs } from '../engines/fauxqs.ts'
import type { Resource } from '../resource.ts'
import { type Metric, metricKey } from './metric.ts'

/** Returns the current value of a metric; `undefined` if it is not measured. */
export type Measure = (metric: Metric) => number | undefined

/** SQS reports its metrics once a minute. */
const INTERVAL_MS = 60_000

/** CloudWatch keeps them longer. */
const KEPT = (26 * 3_600_000) / INTERVAL_MS

const NAMES = ['ApproximateNumberOfMessagesVisible', 'ApproximateAgeOfOldestMessage']

/** A measured value, and its time in milliseconds. */
export interface Sample {
  readonly at: number
  readonly value: number
}

export interface QueueHistory {
  /** Returns the samples of a metric, oldest first. */
  samples(metric: Metric): readonly Sample[]
  /** Measures all queues now. */
  sample(): void
  stop(): void
}

type Queue = NonNullable<ReturnType<Fauxqs['queues']['getQueueByName']>>

const COUNTS: Readonly<Record<string, string>> = {
  ApproximateNumberOfMessagesDelayed: 'ApproximateNumberOfMessagesDelayed',
  ApproximateNumberOfMessagesNotVisible: 'ApproximateNumberOfMessagesNotVisible',
  ApproximateNumberOfMessagesVisible: 'ApproximateNumberOfMessages',
}

/** A message with this many receives is excluded from the age of the oldest. */
const MAX_COUNTED_RECEIVES = 3

/** Returns the value of a queue metric at `now`; `undefined` for any other metric. Ages are in seconds. */
export function measureQueue(queues: Fauxqs['queues'], metric: Metric, now: number): number | undefined {
  const queue = metric.namespace === 'AWS/SQS' && queues.getQueueByName(metric.dimensions.QueueName ?? '')
  if (!queue) return undefined
  if (metric.name === 'ApproximateAgeOfOldestMessage') return ageOfOldest(queue, now)
  const count = COUNTS[metric.name]
  return count === undefined ? undefined : Number(queue.getAllAttributes([count])[count])
}

function ageOfOldest(queue: Queue, now: number): number {
  const { ready, inflight } = queue.inspectMessages()
  const sent = [...ready, ...inflight.map(({ message }) => message)]
    .filter(({ approximateReceiveCount }) => approximateReceiveCount < MAX_COUNTED_RECEIVES)
    .map(({ sentTimestamp }) => sentTimestamp)
  return sent.length === 0 ? 0 : Math.max(0, Math.floor((now - Math.min(...sent)) / 1000))
}

/** Measures depth and age of all queues every minute, and keeps the values in memory. */
export function recordQueues(resources: readonly Resource[], measure: Measure, now: () => number): QueueHistory {
  const queues = resources.filter(({ type }) => type === 'AWS::SQS::Queue')
  const metrics = queues.flatMap(({ physicalId }) =>
    NAMES.map((name): Metric => {
      const dimensions = { QueueName: physicalId.slice(physicalId.lastIndexOf('/') + 1) }
      return { namespace: 'AWS/SQS', name, dimensions }
    }),
  )
  const kept = new Map<string, Sample[]>()
  const sample = () => {
    for (const metric of metrics) {
      const value = measure(metric)
      if (value === undefined) continue
      const samples = kept.get(metricKey(metric)) ?? []
      samples.push({ at: now(), value })
      if (samples.length > KEPT) samples.shift()
      kept.set(metricKey(metric), samples)
    }
  }
  const timer = setInterval(sample, INTERVAL_MS)
  timer.unref()
  return { sample, samples: (metric) => kept.get(metricKey(metric)) ?? [], stop: () => clearInterval(timer) }
}
