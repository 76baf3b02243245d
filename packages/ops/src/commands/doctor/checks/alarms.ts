import { paginateListSubscriptionsByTopic, SNSClient, type Subscription } from '@aws-sdk/client-sns'
import {
  type Check,
  type Deployment,
  deploy,
  type Finding,
  notApplicable,
  ok,
  outputOf,
  warning,
} from '@messaging/core/operations/doctor/finding.ts'
import { count } from '../../../show.ts'

export const subscribersCheck: Check = {
  name: 'alarm subscribers',
  rights: ['sns:ListSubscriptionsByTopic'],
  async run(deployment) {
    // An earlier release has one topic.
    const topics = [outputOf(deployment, 'AlarmTopicArn'), deployment.outputs.TicketTopicArn ?? '']
    const subscriptions = await Promise.all(topics.filter(Boolean).map(listSubscriptions))
    const judged = subscriptions.map((each) => judgeSubscribers(each, deployment))
    // One line for both topics: the first problem.
    return judged.find(({ state }) => state === 'warning') ?? judged[0] ?? []
  },
}

async function listSubscriptions(TopicArn: string): Promise<Subscription[]> {
  const subscriptions: Subscription[] = []
  const pages = paginateListSubscriptionsByTopic({ client: new SNSClient({}) }, { TopicArn })
  for await (const page of pages) subscriptions.push(...(page.Subscriptions ?? []))
  return subscriptions
}

/** Checks whether alarms have a confirmed subscriber. The ARN of an unconfirmed subscription is `PendingConfirmation`. */
export function judgeSubscribers(
  subscriptions: readonly Subscription[],
  deployment: Pick<Deployment, 'stage'>,
): Finding {
  const confirmed = subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'))
  const pending = subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation')
  if (confirmed.length > 0) return ok(`${count(confirmed.length, 'subscriber')} confirmed`)
  if (pending.length > 0)
    return warning(
      `${pending.map(({ Endpoint }) => Endpoint).join(', ')} did not confirm the subscription: alarms are not sent`,
      'Open the mail from AWS Notifications and confirm the subscription. The link expires after three days. Then subscribe again.',
    )
  if (deployment.stage === undefined) return notApplicable('local alarms are not sent')
  return warning('alarms have no subscriber', deploy(deployment, 'alarmEmail=…'))
}
