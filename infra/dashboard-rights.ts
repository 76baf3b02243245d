import { Stack } from 'aws-cdk-lib/core'
import { acknowledge } from './constructs/acknowledge.ts'
import type { ServiceFunction } from './constructs/service-function.ts'
import type { DataStack } from './data-stack.ts'
import { allDeadLetters, type Watched } from './monitoring/watched.ts'
import { decrypts, encrypts, listsConversations, type Right, writes } from './route-rights.ts'
import type { Settings } from './settings.ts'

/** What routes of the dashboard may reach. */
export interface Reachable {
  readonly data: DataStack
  readonly watched: Watched
  /** The plan that limits API keys. */
  readonly usagePlanId: string
  readonly settings: Settings
}

type DashboardRight = (reachable: Reachable, route: ServiceFunction) => void

/** A right that routes of the API for clients have too. */
const also =
  (right: Right): DashboardRight =>
  ({ data }, route) =>
    right(data, route)

/** Lets a route speak for people to the user pool. */
const speaksForPeople: DashboardRight = ({ data }, route) => data.users.inform(route)

/** Lets a route do `actions` with any account of the user pool. */
const administersUsers =
  (...actions: readonly string[]): DashboardRight =>
  ({ data }, route) =>
    data.users.administer(route, actions)

/** Lets a route create accounts and mail their temporary passwords, where anybody may ask for one. */
const signsUp: DashboardRight = (reachable, route) => {
  if (!reachable.settings.selfSignUp) return
  administersUsers('AdminCreateUser', 'AdminGetUser', 'AdminDeleteUser')(reachable, route)
  route.lambda.addEnvironment('SELF_SIGN_UP', 'true')
}

/** Lets a route end all sessions of an account. */
const signsOutEverywhere = [administersUsers('AdminUserGlobalSignOut'), also(writes)]

/** Tells a route whether operators must sign in with a code. */
const knowsOperators: DashboardRight = ({ settings }, route) =>
  route.lambda.addEnvironment('REQUIRE_OPERATOR_MFA', String(settings.requireOperatorMfa))

/** Lets a route make API keys and put them under the plan. */
const makesApiKeys: DashboardRight = ({ usagePlanId }, route) =>
  route.allow(
    {
      actions: ['apigateway:POST'],
      resources: [gatewayArn(route, '/apikeys'), gatewayArn(route, `/usageplans/${usagePlanId}/keys`)],
    },
    { USAGE_PLAN_ID: usagePlanId },
  )

/** Lets a route delete API keys: their ids are API Gateway's choice. */
const deletesApiKeys: DashboardRight = (_, route) => {
  route.allow({ actions: ['apigateway:DELETE'], resources: [gatewayArn(route, '/apikeys/*')] })
  acknowledge(
    route,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*]',
    'API Gateway chooses the id of each key; the row of the table says whose it is.',
  )
}

/** Lets a route do `workActions` with every work queue and `deadActions` with every dead-letter queue, and tells it them by name. */
const queues =
  (deadActions: readonly string[], workActions: readonly string[] = []): DashboardRight =>
  ({ watched }, route) => {
    const work = Object.entries(watched.queues).map(([name, { queue }]) => [name, queue] as const)
    const dead = Object.entries(allDeadLetters(watched))
    const urls = (named: typeof work | typeof dead) =>
      Stack.of(route).toJsonString(Object.fromEntries(named.map(([name, queue]) => [name, queue.queueUrl])))
    route.allow(
      { actions: [...deadActions], resources: dead.map(([, queue]) => queue.queueArn) },
      { DEAD_LETTER_QUEUE_URLS: urls(dead) },
    )
    if (workActions.length === 0) return
    route.allow(
      { actions: [...workActions], resources: work.map(([, queue]) => queue.queueArn) },
      { WORK_QUEUE_URLS: urls(work) },
    )
  }

const DESCRIBE = ['sqs:GetQueueAttributes', 'sqs:ListDeadLetterSourceQueues']
const HOLD = ['sqs:ReceiveMessage', 'sqs:ChangeMessageVisibility', 'sqs:DeleteMessage']
const MOVE = ['sqs:StartMessageMoveTask', 'sqs:ListMessageMoveTasks']

/** Lets a route look at the alarms of the service. */
const seesAlarms: DashboardRight = ({ settings }, route) => {
  const alarms = Stack.of(route).formatArn({ service: 'cloudwatch', resource: 'alarm:*' })
  route.allow(
    { actions: ['cloudwatch:DescribeAlarms'], resources: [alarms] },
    { ALARM_PREFIX: `Messaging-${settings.stage}-` },
  )
  acknowledge(
    route,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*]',
    'DescribeAlarms knows no single alarm; the route asks for names that begin with those of this deployment.',
  )
}

/** Lets a route look up how old the oldest messages are. */
const seesMetrics: DashboardRight = (_, route) => {
  route.allow({ actions: ['cloudwatch:GetMetricData'], resources: ['*'] })
  acknowledge(route, 'AwsSolutions-IAM5[Resource::*]', 'GetMetricData knows no resources.')
}

/** Tells a route when deliveries are tried again. */
const knowsRetries: DashboardRight = ({ settings }, route) =>
  route.lambda.addEnvironment('RETRY_DELAYS_SECONDS', settings.retryDelaysSeconds.join(','))

/** Tells a route which model answers where no server of models is set up. */
const knowsModels: DashboardRight = ({ settings }, route) =>
  route.lambda.addEnvironment('BEDROCK_MODEL_ID', settings.bedrockModelId)

const signsWebhooks = [also(decrypts('webhook-signing')), also(encrypts('webhook-signing'))]

/**
 * What a route of the dashboard may do beyond reading or writing the table. Keys name the files under functions/dashboard, as the
 * contract's endpoints do.
 */
export const dashboardRights: Readonly<Record<string, readonly DashboardRight[]>> = {
  'session/sign-up': [signsUp],
  // The first time somebody signs in, their user and organisation are made.
  'session/sign-in': [speaksForPeople, also(writes)],
  'session/new-password': [speaksForPeople, also(writes)],
  'session/refresh': [speaksForPeople, also(writes)],
  'session/sign-out': [speaksForPeople],
  'session/forgot-password': [speaksForPeople],
  'session/reset-password': [speaksForPeople, ...signsOutEverywhere],
  'webhooks/create': signsWebhooks,
  'webhooks/reveal-secret': [also(decrypts('webhook-signing'))],
  // A request that is repeated is answered with the secret that it made.
  'webhooks/rotate-secret': signsWebhooks,
  // The headers of an attempt are not kept, but signed again to be shown.
  'webhook-deliveries/get': [also(decrypts('webhook-signing')), knowsRetries],
  'api-keys/create': [makesApiKeys, deletesApiKeys],
  'api-keys/revoke': [deletesApiKeys],
  'session/mfa/get': [speaksForPeople, also(writes)],
  'session/mfa/begin': [speaksForPeople, also(writes)],
  'session/mfa/enable': [speaksForPeople, also(writes)],
  'session/mfa/disable': [speaksForPeople, also(writes)],
  'session/mfa/answer': [speaksForPeople, also(writes)],
  me: [knowsOperators],
  'members/list': [administersUsers('ListUsersInGroup')],
  'members/remove': [administersUsers('AdminUserGlobalSignOut'), deletesApiKeys],
  'models/list': [knowsModels],
  'conversations/inbox': [also(listsConversations)],
  'overview/get': [also(listsConversations)],
  // Links to the files that an agent sent are signed.
  'agents/get-trial': [also(decrypts('provider-app'))],
  'operations/queues': [knowsOperators, queues(DESCRIBE, ['sqs:GetQueueAttributes']), seesMetrics],
  'operations/dead-letters': [knowsOperators, queues([...DESCRIBE, ...HOLD])],
  'operations/redrive': [knowsOperators, queues([...DESCRIBE, ...HOLD, ...MOVE], ['sqs:SendMessage'])],
  'operations/redrive-progress': [knowsOperators, queues([...DESCRIBE, 'sqs:ListMessageMoveTasks'])],
  'operations/purge': [knowsOperators, queues([...DESCRIBE, ...HOLD])],
  'operations/alarms': [knowsOperators, seesAlarms],
}

/** API Gateway's own API has ARNs without an account. */
function gatewayArn(route: ServiceFunction, path: string): string {
  const { partition, region } = Stack.of(route)
  return `arn:${partition}:apigateway:${region}::${path}`
}
