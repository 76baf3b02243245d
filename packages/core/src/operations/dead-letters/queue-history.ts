import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import type { QueueHistory } from '@messaging/contract/dashboard/operations.ts'
import { settings } from '../../platform/settings.ts'
import { cloudWatch } from './oldest-ages.ts'
import { byName, queueName } from './operated-queues.ts'

const PERIOD_SECONDS = 900
const PERIODS = 96

const METRICS = {
  waiting: 'ApproximateNumberOfMessagesVisible',
  oldestAgeSeconds: 'ApproximateAgeOfOldestMessage',
} as const

/** Returns depth and age of all queues over the last 24 hours. CloudWatch charges about 0.0003 USD for it. */
export async function viewQueueHistory(now: number): Promise<QueueHistory> {
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
