import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import type { Queue, QueueHistory } from '@replywright/contract/dashboard/operations.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { sqs } from '../dead-letters/dead-letter-queue.ts'
import { cloudWatch } from './cloud-watch.ts'

/** Returns the current state of all queues: work queues first, each kind by name. */
export async function viewQueues(now: EpochMs): Promise<Queue[]> {
  const { WORK_QUEUE_URLS: work, DEAD_LETTER_QUEUE_URLS: dead } = settings
  const counted = await Promise.all([
    ...byName(work).map(([name, url]) => countQueue({ name, url, kind: 'work', redrivesTo: null })),
    ...byName(dead).map(([name, url]) =>
      countQueue({ name, url, kind: 'dead-letter', redrivesTo: work[name] === undefined ? null : name }),
    ),
  ])
  const holding = counted.filter(({ waiting, inFlight, delayed }) => waiting + inFlight + delayed > 0)
  const ages = await oldestAges(
    holding.map(({ url }) => queueName(url)),
    now,
  )
  return counted.map(({ url, ...queue }) => ({ ...queue, oldestAgeSeconds: ages.get(queueName(url)) ?? null }))
}

function byName(urls: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(urls).toSorted(([a], [b]) => a.localeCompare(b))
}

/** Returns the name of a queue in AWS: the last part of its URL. */
function queueName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

type Counted = Omit<Queue, 'oldestAgeSeconds'> & { readonly url: string }

async function countQueue(queue: Pick<Counted, 'name' | 'kind' | 'redrivesTo' | 'url'>): Promise<Counted> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: queue.url,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  )
  return {
    ...queue,
    waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
    inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
    delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0),
  }
}

const PERIOD_SECONDS = 900
const PERIODS = 96

const METRICS = {
  waiting: 'ApproximateNumberOfMessagesVisible',
  oldestAgeSeconds: 'ApproximateAgeOfOldestMessage',
} as const

/** Returns depth and age of all queues over the last 24 hours. CloudWatch charges about 0.0003 USD for it. */
export async function viewQueueHistory(now: EpochMs): Promise<QueueHistory> {
  const period = PERIOD_SECONDS * 1000
  const from = (Math.floor(now / period) - PERIODS + 1) * period
  const queues = [
    ...byName(settings.WORK_QUEUE_URLS).map(([name, url]) => ({ name, url, kind: 'work' as const })),
    ...byName(settings.DEAD_LETTER_QUEUE_URLS).map(([name, url]) => ({ name, url, kind: 'dead-letter' as const })),
  ]
  const { MetricDataResults = [] } = await cloudWatch.send(
    new GetMetricDataCommand({
      StartTime: new Date(from),
      EndTime: new Date(now),
      MetricDataQueries: queues.flatMap(({ url }, index) =>
        Object.entries(METRICS).map(([field, MetricName]) => ({
          Id: `${field}${index}`,
          MetricStat: {
            Metric: {
              Namespace: 'AWS/SQS',
              MetricName,
              Dimensions: [{ Name: 'QueueName', Value: queueName(url) }],
            },
            Period: PERIOD_SECONDS,
            Stat: 'Maximum',
          },
        })),
      ),
    }),
  )
  const valuesOf = (id: string) => {
    const { Timestamps = [], Values = [] } = MetricDataResults.find(({ Id }) => Id === id) ?? {}
    const values = new Map(Timestamps.map((at, index) => [(at.getTime() - from) / period, Values[index]]))
    return Array.from({ length: PERIODS }, (_, index) => values.get(index) ?? null)
  }
  return {
    from: new Date(from).toISOString(),
    periodSeconds: PERIOD_SECONDS,
    queues: queues.map(({ name, kind }, index) => ({
      name,
      kind,
      waiting: valuesOf(`waiting${index}`),
      oldestAgeSeconds: valuesOf(`oldestAgeSeconds${index}`),
    })),
  }
}

/** SQS reports once a minute, with a delay of some minutes. */
const AGE_PERIOD_SECONDS = 60
const LOOKBACK_SECONDS = 600

/** Returns seconds by queue name, if there is data. Each name is billed, so do not pass empty queues. */
export async function oldestAges(queueNames: readonly string[], now: EpochMs): Promise<ReadonlyMap<string, number>> {
  if (queueNames.length === 0) return new Map()
  try {
    const { MetricDataResults = [] } = await cloudWatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(now - LOOKBACK_SECONDS * 1000),
        EndTime: new Date(now),
        ScanBy: 'TimestampDescending',
        MetricDataQueries: queueNames.map((name, index) => ({
          Id: `q${index}`,
          MetricStat: {
            Metric: {
              Namespace: 'AWS/SQS',
              MetricName: 'ApproximateAgeOfOldestMessage',
              Dimensions: [{ Name: 'QueueName', Value: name }],
            },
            Period: AGE_PERIOD_SECONDS,
            Stat: 'Maximum',
          },
        })),
      }),
    )
    return new Map(
      MetricDataResults.flatMap(({ Id = '', Values: [newest] = [] }) => {
        const name = queueNames[Number(Id.slice(1))]
        return name === undefined || newest === undefined ? [] : [[name, newest] as const]
      }),
    )
  } catch (error) {
    // The counts are useful without the ages.
    logError('queues.ages_unknown', error)
    return new Map()
  }
}
