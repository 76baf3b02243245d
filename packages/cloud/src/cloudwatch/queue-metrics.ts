import type { Fauxqs } from '../engines/fauxqs.ts'
import type { Metric } from './alarm.ts'

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
