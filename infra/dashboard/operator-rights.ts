import { RELAYED_QUEUE_NAMES } from '@messaging/contract/queues.ts'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Stack } from 'aws-cdk-lib/core'
import { acknowledge } from '../constructs/acknowledge.ts'
import { deadLetterEntries } from '../monitoring/watched.ts'
import type { Right } from '../route-rights.ts'
import type { DashboardRight } from './dashboard-right.ts'

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
