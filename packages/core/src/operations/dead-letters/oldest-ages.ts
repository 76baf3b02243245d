import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { logError } from '../../platform/log/log.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

const cloudWatch = onFirstUse(() => new CloudWatchClient(AWS_CLIENT))

/** SQS reports every minute, and some minutes late. */
const PERIOD_SECONDS = 60
const LOOKED_BACK_SECONDS = 600

/**
 * How old the oldest message of each queue is, in seconds by name of the queue; a queue that CloudWatch knows nothing of is left
 * out. Each name is a metric that is paid for, so that nobody should ask about empty queues.
 */
export async function oldestAges(queueNames: readonly string[], now: number): Promise<ReadonlyMap<string, number>> {
  if (queueNames.length === 0) return new Map()
  try {
    const { MetricDataResults = [] } = await cloudWatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(now - LOOKED_BACK_SECONDS * 1000),
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
    // The counts are worth showing without the ages.
    logError('queues.ages_unknown', error)
    return new Map()
  }
}
