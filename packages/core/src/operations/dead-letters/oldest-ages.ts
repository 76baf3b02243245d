import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { logError } from '../../platform/log/log.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

export const cloudWatch = onFirstUse(() => new CloudWatchClient(AWS_CLIENT))

/** SQS reports once a minute, with a delay of some minutes. */
const PERIOD_SECONDS = 60
const LOOKBACK_SECONDS = 600

/** Returns seconds by queue name, if there is data. Each name is billed, so do not pass empty queues. */
export async function oldestAges(queueNames: readonly string[], now: number): Promise<ReadonlyMap<string, number>> {
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
            Period: PERIOD_SECONDS,
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
