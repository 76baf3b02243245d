import { CloudWatchClient, DescribeAlarmsCommand, type MetricAlarm } from '@aws-sdk/client-cloudwatch'
import type { Alarm } from '@messaging/contract/dashboard/operations.ts'
import { isOfStage } from '@messaging/contract/stage-names.ts'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { settings } from '../../platform/settings.ts'

const cloudWatch = onFirstUse(() => new CloudWatchClient(AWS_CLIENT))

const STATES: Readonly<Record<string, Alarm['state']>> = { OK: 'ok', ALARM: 'alarm' }
const ORDER: readonly Alarm['state'][] = ['alarm', 'insufficient_data', 'ok']

/** Lists the alarms of the service: firing first, then by name. */
export async function listAlarms(): Promise<Alarm[]> {
  const prefix = settings.ALARM_PREFIX
  const alarms: Alarm[] = []
  let token: string | undefined
  do {
    const page = await cloudWatch.send(new DescribeAlarmsCommand({ AlarmNamePrefix: prefix, NextToken: token }))
    const own = (page.MetricAlarms ?? []).filter(({ AlarmName }) => isOfStage(AlarmName, prefix))
    alarms.push(...own.map(alarmView))
    token = page.NextToken
  } while (token)
  return alarms.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name))
}

function alarmView(alarm: MetricAlarm): Alarm {
  return {
    name: alarm.AlarmName ?? '',
    description: alarm.AlarmDescription ?? '',
    state: STATES[alarm.StateValue ?? ''] ?? 'insufficient_data',
    reason: alarm.StateReason ?? '',
    since: alarm.StateUpdatedTimestamp?.toISOString() ?? null,
  }
}
