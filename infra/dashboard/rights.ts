import { RELAYED_QUEUE_NAMES } from '@replywright/contract/queues.ts'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Stack } from 'aws-cdk-lib/core'
import { acknowledge } from '../constructs/acknowledge.ts'
import type { ServiceFunction } from '../constructs/service-function.ts'
import type { DataStack } from '../data-stack.ts'
import { deadLetterEntries, type Watched } from '../monitoring/watched.ts'
import type { Right } from '../route-rights.ts'
import type { Settings } from '../settings.ts'

export interface Reachable {
  readonly data: DataStack
  readonly watched: Watched
  readonly usagePlanId: string
  readonly settings: Settings
}

/** Grants a permission to a route of the dashboard. A right of the API for clients is one, too. */
export type DashboardRight = (reachable: Reachable, route: ServiceFunction) => void

interface QueueActions {
  /** Actions on every dead-letter queue. */
  readonly dead: readonly string[]
  /** Actions on the dead-letter queues of work queues, which support redrive. */
  readonly redrivable?: readonly string[]
  /** Actions on every work queue. */
  readonly work?: readonly string[]
  /** Actions on the work queues that items name. */
  readonly relayed?: readonly string[]
}

/** Allows a route to perform SQS actions on the service's queues, and passes the queue URLs by name. */
export const queues =
  (actions: QueueActions): DashboardRight =>
  ({ watched }, route) => {
    const work = Object.entries(watched.queues).map(([name, { queue }]) => [name, queue] as const)
    const dead = deadLetterEntries(watched)
    const allow = (names: readonly string[] = [], on: readonly IQueue[]) =>
      names.length > 0 && route.allow({ actions: sqs(names), resources: on.map(({ queueArn }) => queueArn) })
    const redrivable = Object.values(watched.queues).map(({ deadLetters }) => deadLetters)
    const urls = (named: typeof work | typeof dead) =>
      Stack.of(route).toJsonString(Object.fromEntries(named.map(([name, queue]) => [name, queue.queueUrl])))
    allow(
      actions.dead,
      dead.map(([, queue]) => queue),
    )
    allow(actions.redrivable, redrivable)
    route.lambda.addEnvironment('DEAD_LETTER_QUEUE_URLS', urls(dead))
    allow(
      actions.work,
      work.map(([, queue]) => queue),
    )
    const relayed = RELAYED_QUEUE_NAMES.map((name) => watched.queues[name].queue)
    allow(actions.relayed, relayed)
    if (actions.work || actions.relayed) route.lambda.addEnvironment('WORK_QUEUE_URLS', urls(work))
  }

const sqs = (names: readonly string[]) => names.map((name) => `sqs:${name}`)

export const DESCRIBE = ['GetQueueAttributes', 'ListDeadLetterSourceQueues']

export const seesAlarms: DashboardRight = ({ settings }, route) => {
  const alarms = Stack.of(route).formatArn({ service: 'cloudwatch', resource: 'alarm:*' })
  route.allow(
    { actions: ['cloudwatch:DescribeAlarms'], resources: [alarms] },
    { ALARM_PREFIX: `Messaging-${settings.stage}-` },
  )
  acknowledge(
    route,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*]',
    'DescribeAlarms cannot be limited to single alarms. The route requests alarms by the name prefix of this deployment.',
  )
}

/** Allows a route to read the state of the table. */
export const describesTable: Right = ({ data }, route) =>
  data.table.grant(route, [
    'dynamodb:DescribeTable',
    'dynamodb:DescribeTimeToLive',
    'dynamodb:DescribeContinuousBackups',
  ])

/** Allows a route to read the depth of queues, and the age of their oldest messages. */
export const seesMetrics: DashboardRight = (_, route) => {
  route.allow({ actions: ['cloudwatch:GetMetricData'], resources: ['*'] })
  acknowledge(route, 'AwsSolutions-IAM5[Resource::*]', 'GetMetricData does not support resource-level permissions.')
}

/** Allows a route to create API keys with the tags of this deployment and add them to the usage plan. */
export const createsApiKeys: DashboardRight = ({ usagePlanId, settings }, route) => {
  const { partition, region } = Stack.of(route)
  // AWS authorizes the tags of a new key separately, by the percent-encoded ARN of a key without an id.
  const tagged = `/tags/arn%3A${partition}%3Aapigateway%3A${region}%3A%3A%2Fapikeys%2F*`
  route.allow(
    { actions: ['apigateway:POST'], resources: [gatewayArn(route, `/usageplans/${usagePlanId}/keys`)] },
    { USAGE_PLAN_ID: usagePlanId },
  )
  route.allow({
    actions: ['apigateway:POST'],
    resources: [gatewayArn(route, '/apikeys')],
    conditions: { StringEquals: keyTags('Request', settings) },
  })
  route.allow({
    actions: ['apigateway:PUT'],
    resources: [gatewayArn(route, tagged)],
    conditions: { StringEquals: keyTags('Request', settings) },
  })
  acknowledge(
    route,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/tags/arn%3A<AWS::Partition>%3Aapigateway%3A<AWS::Region>%3A%3A%2Fapikeys%2F*]',
    'API Gateway chooses the id of each key. The condition allows the tags of this deployment only.',
  )
}

/** Allows a route to delete API keys with the tags of this deployment. API Gateway chooses their ids. */
export const deletesApiKeys: DashboardRight = ({ settings }, route) => {
  route.allow({
    actions: ['apigateway:DELETE'],
    resources: [gatewayArn(route, '/apikeys/*')],
    conditions: { StringEquals: keyTags('Resource', settings) },
  })
  acknowledge(
    route,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*]',
    'API Gateway chooses the id of each key. The condition allows keys with the tags of this deployment only.',
  )
}

/** Returns the tags that core adds to each key, as condition keys. */
function keyTags(of: 'Request' | 'Resource', { stage }: Settings): Readonly<Record<string, string>> {
  return { [`aws:${of}Tag/service`]: 'messaging', [`aws:${of}Tag/stage`]: stage }
}

/** Returns an ARN of API Gateway's control plane, which has no account id. */
function gatewayArn(route: ServiceFunction, path: string): string {
  const { partition, region } = Stack.of(route)
  return `arn:${partition}:apigateway:${region}::${path}`
}
