import { DescribeAlarmsCommand, type MetricAlarm } from '@aws-sdk/client-cloudwatch'
import { isOfStage } from '@replywright/contract/alarms.ts'
import type { Alarm } from '@replywright/contract/dashboard/operations.ts'
import { settings } from '../../platform/settings.ts'
import { cloudWatch } from './cloud-watch.ts'

/** CloudFormation generates the names of alarms of the stack Messaging. CodeDeploy alone acts on them, while it replaces a worker. */
const GENERATED = 'Messaging-'

const STATES: Readonly<Record<string, Alarm['state']>> = { OK: 'ok', ALARM: 'alarm' }

const ORDER: readonly Alarm['state'][] = ['alarm', 'insufficient_data', 'ok']

/** Lists the alarms of the service, except those of CodeDeploy: firing first, then by name. */
export async function listAlarms(): Promise<Alarm[]> {
  const prefix = settings.ALARM_PREFIX
  const alarms: Alarm[] = []
  let token: string | undefined
  do {
    const page = await cloudWatch.send(new DescribeAlarmsCommand({ AlarmNamePrefix: prefix, NextToken: token }))
    const own = (page.MetricAlarms ?? []).filter(
      ({ AlarmName }) => isOfStage(AlarmName, prefix) && !AlarmName.startsWith(`${prefix}${GENERATED}`),
    )
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
