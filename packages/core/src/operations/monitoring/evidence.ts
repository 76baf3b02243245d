import { DescribeAlarmHistoryCommand, GetMetricDataCommand, type Metric } from '@aws-sdk/client-cloudwatch'
import { isOfStage } from '@replywright/contract/alarms.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { settings } from '../../platform/settings.ts'
import { cloudWatch } from './cloud-watch.ts'

const HOUR_SECONDS = 3600

/** Returns the sum of each metric between two times, in order. A metric without data is 0. */
export async function sumsOf(metrics: readonly Metric[], from: EpochMs, until: EpochMs): Promise<number[]> {
  const { MetricDataResults = [] } = await cloudWatch.send(
    new GetMetricDataCommand({
      StartTime: new Date(from),
      EndTime: new Date(until),
      MetricDataQueries: metrics.map((Metric, index) => ({
        Id: `m${index}`,
        MetricStat: { Metric, Period: HOUR_SECONDS, Stat: 'Sum' },
      })),
    }),
  )
  return metrics.map((_, index) => {
    const { Values = [] } = MetricDataResults.find(({ Id }) => Id === `m${index}`) ?? {}
    return Values.reduce((sum, value) => sum + value, 0)
  })
}

/** Returns how many notifications the alarms of the stage sent since a time, and what those said that failed. */
export async function alarmNotifications(since: EpochMs): Promise<{ sent: number; failures: readonly string[] }> {
  const prefix = settings.ALARM_PREFIX
  const { AlarmHistoryItems = [] } = await cloudWatch.send(
    new DescribeAlarmHistoryCommand({ HistoryItemType: 'Action', StartDate: new Date(since), MaxRecords: 100 }),
  )
  const own = AlarmHistoryItems.filter(({ AlarmName }) => isOfStage(AlarmName, prefix))
  const summaries = own.map(({ HistorySummary = '' }) => HistorySummary)
  return {
    sent: summaries.filter((summary) => summary.startsWith('Successfully executed')).length,
    failures: summaries.filter((summary) => summary.startsWith('Failed to execute')),
  }
}
