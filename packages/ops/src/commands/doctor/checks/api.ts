import { APIGateway, type UsagePlan } from '@aws-sdk/client-api-gateway'
import { paginateListSubscriptionsByTopic, SNSClient, type Subscription } from '@aws-sdk/client-sns'
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
} from '@replywright/core/operations/doctor/check.ts'
import { listGatewayKeys } from '@replywright/core/people/api-keys/gateway-keys.ts'
import { count } from '../../../show.ts'

export const usagePlanCheck: Check = {
  name: 'usage plan',
  rights: ['apigateway:GET on /usageplans/*'],
  async run(deployment) {
    const plan = await new APIGateway({}).getUsagePlan({ usagePlanId: outputOf(deployment, 'UsagePlanId') })
    return judgeUsagePlan(plan, outputOf(deployment, 'RestApiId'), deployment)
  },
}

/** Checks whether the usage plan is attached to the API. */
export function judgeUsagePlan(plan: UsagePlan, restApiId: string, deployment: Pick<Deployment, 'stage'>): Finding {
  const stages = (plan.apiStages ?? []).filter(({ apiId }) => apiId === restApiId)
  if (stages.length === 0) return fails('it is not attached to the API: every API key is rejected', deploy(deployment))
  return ok(`attached to ${stages.map(({ stage }) => `stage ${stage}`).join(', ')} of the API`)
}

export const gatewayLogsCheck: Check = {
  name: 'API Gateway logs',
  rights: ['apigateway:GET on /account'],
  async run({ stage }) {
    if (stage === undefined) return notApplicable('CloudWatch Logs is not used locally')
    const { cloudwatchRoleArn } = await new APIGateway({}).getAccount({})
    if (cloudwatchRoleArn) return ok(`written with ${cloudwatchRoleArn}`)
    return warning(
      'the account has no role for API Gateway to write logs',
      deploy({ stage }, 'manageApiGatewayAccount=true'),
    )
  },
}

/** API Gateway's limit of an account and region, which AWS does not raise. */
const MOST_KEYS = 10_000
const MANY_KEYS = 8_000

export const keyQuotaCheck: Check = {
  name: 'API key quota',
  rights: ['apigateway:GET on /apikeys'],
  async run() {
    return judgeKeyCount((await listGatewayKeys()).length)
  },
}

/** Checks how many keys the account can still have. No metric of AWS counts them. */
export function judgeKeyCount(keys: number): Finding {
  const tells = `${keys} of ${MOST_KEYS} keys of the account and region`
  if (keys < MANY_KEYS) return ok(tells)
  return warning(tells, 'delete unused keys (api-keys clean), or open a stage in another region: docs/scale.md')
}

export const subscribersCheck: Check = {
  name: 'alarm subscribers',
  rights: ['sns:ListSubscriptionsByTopic'],
  async run(deployment) {
    const topics = [outputOf(deployment, 'AlarmTopicArn'), outputOf(deployment, 'TicketTopicArn')]
    const subscriptions = await Promise.all(topics.map(listSubscriptions))
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
