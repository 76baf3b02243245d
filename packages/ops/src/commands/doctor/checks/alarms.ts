import type { Subscription } from '@aws-sdk/client-sns'
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns'
import { listAlarms } from '@messaging/core/operations/alarms/list-alarms.ts'
import { count } from '../../../show.ts'
import {
  type Check,
  type Deployment,
  deploy,
  type Finding,
  fails,
  notApplicable,
  ok,
  outputOf,
  warning,
} from '../finding.ts'

export const alarmsCheck: Check = {
  name: 'alarms',
  rights: ['cloudwatch:DescribeAlarms'],
  async run(deployment) {
    const alarms = await listAlarms()
    if (alarms.length === 0) return fails('there are none', deploy(deployment))
    const ringing = alarms.filter(({ state }) => state === 'alarm')
    if (ringing.length === 0) return ok(`${count(alarms.length, 'alarm')}, none rings`)
    return ringing.map(({ name, reason }) =>
      fails(`${name} rings: ${reason}`, `docs/operations.md, ${sectionOf(name)}`),
    )
  },
}

/** The runbook's section of an alarm: `DeadLetters` of `Messaging-prod-DeadLetters-turns`. */
export function sectionOf(alarm: string): string {
  return alarm.replace(/^Messaging-[a-z0-9-]+-(?=[A-Z])/, '').split('-')[0] ?? alarm
}

export const subscribersCheck: Check = {
  name: 'alarm subscribers',
  rights: ['sns:ListSubscriptionsByTopic'],
  async run(deployment) {
    const TopicArn = outputOf(deployment, 'AlarmTopicArn')
    const subscriptions: Subscription[] = []
    const pages = paginateListSubscriptionsByTopic({ client: new SNSClient({}) }, { TopicArn })
    for await (const page of pages) subscriptions.push(...(page.Subscriptions ?? []))
    return judgeSubscribers(subscriptions, deployment)
  },
}

/** Whether alarms are sent to a confirmed subscriber. SNS names a subscription that was not confirmed `PendingConfirmation`. */
export function judgeSubscribers(
  subscriptions: readonly Subscription[],
  deployment: Pick<Deployment, 'stage'>,
): Finding {
  const confirmed = subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'))
  const pending = subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation')
  if (confirmed.length > 0) return ok(`${count(confirmed.length, 'subscriber')} confirmed`)
  if (pending.length > 0)
    return warning(
      `${pending.map(({ Endpoint }) => Endpoint).join(', ')} did not confirm: no alarm is sent`,
      'Open the mail of AWS Notifications and confirm it. The link is good for three days; subscribe again after that.',
    )
  if (deployment.stage === undefined) return notApplicable('alarms of this machine are not sent')
  return warning('no address is subscribed to alarms', deploy(deployment, 'alarmEmail=…'))
}
