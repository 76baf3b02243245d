import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Stack } from 'aws-cdk-lib/core'
import { acknowledge } from './constructs/acknowledge.ts'
import { allowMail } from './constructs/allow-mail.ts'
import { allowAudit } from './constructs/route-function.ts'
import type { ServiceFunction } from './constructs/service-function.ts'
import type { TableAction } from './constructs/service-table.ts'
import type { DataStack } from './data-stack.ts'
import { deadLetterEntries, type Watched } from './monitoring/watched.ts'
import { decrypts, encrypts, listsConversations, objects, type Right, table } from './route-rights.ts'
import type { Settings } from './settings.ts'

export interface Reachable {
  readonly data: DataStack
  readonly watched: Watched
  readonly usagePlanId: string
  readonly settings: Settings
}

type DashboardRight = (reachable: Reachable, route: ServiceFunction) => void

/** Grants a permission that routes of the API for clients have too. */
const also =
  (right: Right): DashboardRight =>
  ({ data, settings }, route) =>
    right(data, route, settings)

/** Allows a route to call the user pool on behalf of users. */
const callsUserPool: DashboardRight = ({ data }, route) => data.users.addClientId(route)

/** Allows a route to perform actions on items whose partition key begins with `prefix`. */
const below =
  (prefix: string, ...actions: readonly TableAction[]): DashboardRight =>
  ({ data }, route) =>
    data.table.grantBelow(route, actions, [prefix])

/** Allows a route without a signed-in caller to write entries of the audit log. */
const audits: DashboardRight = ({ data }, route) => allowAudit(route, data.table)

const administersUsers =
  (...actions: readonly string[]): DashboardRight =>
  ({ data }, route) =>
    data.users.administer(route, actions)

const signsUp: DashboardRight = (reachable, route) => {
  if (!reachable.settings.selfSignUp) return
  callsUserPool(reachable, route)
  administersUsers('AdminCreateUser', 'AdminGetUser', 'AdminDeleteUser')(reachable, route)
  route.lambda.addEnvironment('SELF_SIGN_UP', 'true')
}

/** Allows a route to create the user and organisation at the first sign-in. */
const setsUpUsers = also(table('get', 'query', 'put', 'update'))

const signsOutEverywhere = [administersUsers('AdminUserGlobalSignOut'), also(table('get', 'update'))]

/** Tells a route whether operators must sign in with a second factor. */
const knowsOperators: DashboardRight = ({ settings }, route) =>
  route.lambda.addEnvironment('REQUIRE_OPERATOR_MFA', String(settings.requireOperatorMfa))

/** Allows a route to create API keys with the tags of this deployment and add them to the usage plan. */
const createsApiKeys: DashboardRight = ({ usagePlanId, settings }, route) => {
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
const deletesApiKeys: DashboardRight = ({ settings }, route) => {
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

interface QueueActions {
  /** Actions on every dead-letter queue. */
  readonly dead: readonly string[]
  /** Actions on the dead-letter queues of work queues, which support redrive. */
  readonly redrivable?: readonly string[]
  /** Actions on every work queue. */
  readonly work?: readonly string[]
}

/** Allows a route to perform SQS actions on the service's queues, and passes the queue URLs by name. */
const queues =
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
    if (actions.work) route.lambda.addEnvironment('WORK_QUEUE_URLS', urls(work))
  }

const sqs = (names: readonly string[]) => names.map((name) => `sqs:${name}`)

const DESCRIBE = ['GetQueueAttributes', 'ListDeadLetterSourceQueues']

const seesAlarms: DashboardRight = ({ settings }, route) => {
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
const describesTable = also((data, route) =>
  data.table.grant(route, [
    'dynamodb:DescribeTable',
    'dynamodb:DescribeTimeToLive',
    'dynamodb:DescribeContinuousBackups',
  ]),
)

/** Allows a route to read the depth of queues, and the age of their oldest messages. */
const seesMetrics: DashboardRight = (_, route) => {
  route.allow({ actions: ['cloudwatch:GetMetricData'], resources: ['*'] })
  acknowledge(route, 'AwsSolutions-IAM5[Resource::*]', 'GetMetricData does not support resource-level permissions.')
}

const knowsRetries: DashboardRight = ({ settings }, route) =>
  route.lambda.addEnvironment('RETRY_DELAYS_SECONDS', settings.retryDelaysSeconds.join(','))

/** Tells a route the default model, which is used if no model server is configured. */
const knowsModels: DashboardRight = ({ settings }, route) =>
  route.lambda.addEnvironment('BEDROCK_MODEL_ID', settings.bedrockModelId)

/** Allows a route to store which first steps an organisation has done. */
const remembersFirstSteps: DashboardRight = ({ data }, route) =>
  data.table.grantBelow(route, ['dynamodb:UpdateItem'], ['firstSteps#'])

/** Allows a route to send mails about webhooks. */
const mailsOwners: DashboardRight = ({ settings }, route) => allowMail(route, settings)
/** Allows a route to send a message in a conversation and to show it with its author. */
const sendsMessages = [
  also(table('batch', 'put', 'update')),
  also(decrypts('provider-app')),
  also(decrypts('provider-token')),
]

const signsWebhooks = [also(decrypts('webhook-signing')), also(encrypts('webhook-signing'))]

/** Rights of dashboard routes beyond `RouteFunction`'s, by file below functions/dashboard, as in the contract. */
export const dashboardRights: Readonly<Record<string, readonly DashboardRight[]>> = {
  'session/sign-up': [signsUp],
  'session/sign-in': [callsUserPool, setsUpUsers],
  'session/new-password': [callsUserPool, setsUpUsers],
  'session/refresh': [callsUserPool, also(table('get')), below('us#', 'dynamodb:UpdateItem')],
  'session/sign-out': [callsUserPool, also(table('get')), below('us#', 'dynamodb:UpdateItem')],
  'session/forgot-password': [callsUserPool],
  'session/reset-password': [callsUserPool, ...signsOutEverywhere, audits],
  'webhooks/create': [also(table('query', 'batch', 'put', 'update', 'delete')), ...signsWebhooks],
  'webhooks/list': [also(table('query', 'batch'))],
  'webhooks/get': [also(table('query', 'batch'))],
  'webhooks/get-statistics': [also(table('query'))],
  'webhooks/update': [also(table('query', 'batch', 'put', 'update', 'delete'))],
  'webhooks/delete': [also(table('query', 'batch', 'update', 'delete'))],
  'webhooks/enable': [also(table('query', 'batch', 'update')), mailsOwners],
  'webhooks/disable': [also(table('query', 'batch', 'update'))],
  'webhooks/send-test-event': [also(table('put'))],
  'webhooks/reveal-secret': [also(decrypts('webhook-signing'))],
  // A repeated request returns the secret that the first one created.
  'webhooks/rotate-secret': [also(table('update')), ...signsWebhooks],
  // The search for an id is a batch of reads.
  'webhook-deliveries/list': [also(table('query', 'index', 'batch'))],
  'webhook-deliveries/replay-many': [also(table('query', 'batch', 'put', 'update'))],
  // The headers of an attempt are not stored. The route signs them again to show them.
  'webhook-deliveries/get': [also(table('query', 'batch')), also(decrypts('webhook-signing')), knowsRetries],
  'replays/list': [also(table('query'))],
  'replays/start': [also(table('index', 'put', 'update'))],
  'replays/bulk': [also(table('query', 'index', 'put', 'update'))],
  'replays/count': [also(table('index'))],
  'replays/cancel': [also(table('update'))],
  'api-keys/list': [also(table('index', 'batch'))],
  'api-keys/create': [also(table('index', 'put', 'update', 'check')), createsApiKeys, deletesApiKeys],
  'api-keys/revoke': [also(table('update')), deletesApiKeys],
  'session/mfa/get': [callsUserPool, also(table('get'))],
  'session/mfa/begin': [callsUserPool, also(table('get'))],
  'session/mfa/enable': [callsUserPool, also(table('get', 'update')), audits],
  'session/mfa/disable': [callsUserPool, also(table('get')), audits],
  'session/mfa/answer': [callsUserPool, setsUpUsers],
  me: [also(table('batch')), knowsOperators],
  'members/list': [also(table('query', 'batch')), administersUsers('ListUsersInGroup')],
  'members/invite': [also(table('query', 'put', 'update')), administersUsers('AdminCreateUser', 'AdminGetUser')],
  'members/invite-again': [also(table('put', 'update')), administersUsers('AdminCreateUser', 'AdminGetUser')],
  'members/grant-operator': [administersUsers('AdminAddUserToGroup'), knowsOperators],
  'members/revoke-operator': [
    below('u#', 'dynamodb:UpdateItem'),
    administersUsers('AdminRemoveUserFromGroup', 'AdminUserGlobalSignOut'),
    knowsOperators,
  ],
  'profile/update': [
    also(table('batch')),
    below('u#', 'dynamodb:UpdateItem'),
    below('ua#phone:', 'dynamodb:PutItem', 'dynamodb:DeleteItem'),
    knowsOperators,
  ],
  'profile/list-sessions': [also(table('query'))],
  'profile/end-session': [below('u#', 'dynamodb:UpdateItem'), below('us#', 'dynamodb:UpdateItem')],
  'profile/sign-out-everywhere': [below('u#', 'dynamodb:UpdateItem'), administersUsers('AdminUserGlobalSignOut')],
  'organization/rename': [below('o#', 'dynamodb:UpdateItem')],
  'members/remove': [
    also(table('query', 'index', 'update', 'check')),
    administersUsers('AdminUserGlobalSignOut'),
    deletesApiKeys,
  ],
  'audit-log/list': [also(table('query'))],
  'audit-log/export': [also(table('query'))],
  'models/list': [knowsModels],
  'mcp-connectors/test': [also(decrypts('agent-secret'))],
  'template-links/list': [also(table('query'))],
  'conversations/inbox': [also(table('query', 'batch')), also(listsConversations)],
  'conversations/changes': [also(table('query', 'batch')), also(listsConversations)],
  'conversations/read': [also(table('update'))],
  'conversations/details': [also(table('query'))],
  // The thread shows links to files.
  'conversations/thread': [also(table('query', 'batch')), also(decrypts('provider-app'))],
  'conversations/create-upload': [also(objects('media/', 's3:PutObject'))],
  'conversations/send-upload': [...sendsMessages, also(objects('media/', 's3:GetObject'))],
  'conversations/resend': [...sendsMessages, also(objects('media/', 's3:GetObject'))],
  'conversations/get-memory': [also(table('query'))],
  'conversations/change-memory': [also(table('query', 'put'))],
  'conversations/erase-memory': [also(table('query', 'put'))],
  'customers/get': [also(table('query', 'batch'))],
  'customers/export': [also(table('query', 'batch')), also(objects('parked/', 's3:GetObject'))],
  'customers/erase': [
    also(table('query', 'batch', 'put', 'update', 'delete')),
    also(objects('parked/', 's3:GetObject', 's3:DeleteObject')),
    also(objects('media/', 's3:DeleteObject')),
  ],
  'overview/get': [also(table('query', 'index', 'batch')), also(listsConversations)],
  'overview/first-steps': [also(table('query', 'index')), remembersFirstSteps],
  'overview/dismiss-first-steps': [remembersFirstSteps],
  'agents/try': [also(table('query', 'batch', 'put', 'update'))],
  'agents/list-versions': [also(table('query', 'index')), also(decrypts('agent-secret'))],
  'agents/get-version': [also(table('query', 'index')), also(decrypts('agent-secret'))],
  'agents/restore-version': [
    also(table('query', 'index', 'batch', 'put', 'update', 'delete')),
    also(decrypts('agent-secret')),
    also(encrypts('agent-secret')),
  ],
  'agents/restart-trial': [also(table('query', 'batch', 'put', 'update'))],
  // The response contains signed links to files that the agent sent.
  'agents/get-trial': [also(table('query', 'batch')), also(decrypts('provider-app'))],
  'operations/queues': [
    knowsOperators,
    queues({ dead: ['GetQueueAttributes'], work: ['GetQueueAttributes'] }),
    seesMetrics,
  ],
  'operations/dead-letters': [
    also(table('batch')),
    knowsOperators,
    queues({ dead: ['ReceiveMessage', 'ChangeMessageVisibility'] }),
  ],
  'operations/redrive': [
    knowsOperators,
    queues({
      dead: DESCRIBE,
      redrivable: [
        'ReceiveMessage',
        'ChangeMessageVisibility',
        'DeleteMessage',
        'StartMessageMoveTask',
        'ListMessageMoveTasks',
      ],
      work: ['SendMessage'],
    }),
  ],
  'operations/redrive-progress': [knowsOperators, queues({ dead: [...DESCRIBE, 'ListMessageMoveTasks'] })],
  'operations/purge': [
    knowsOperators,
    queues({ dead: ['ReceiveMessage', 'ChangeMessageVisibility', 'DeleteMessage'] }),
  ],
  'operations/alarms': [knowsOperators, seesAlarms],
  'operations/queue-history': [knowsOperators, queues({ dead: [], work: [] }), seesMetrics],
  'operations/reconcile': [also(table('scan')), knowsOperators, queues({ dead: [], work: ['SendMessage'] })],
  'operations/check': [
    also(table('get')),
    also(decrypts('provider-app')),
    knowsOperators,
    describesTable,
    queues({ dead: DESCRIBE, work: DESCRIBE }),
    seesMetrics,
    seesAlarms,
  ],
}

/** Returns an ARN of API Gateway's control plane, which has no account id. */
function gatewayArn(route: ServiceFunction, path: string): string {
  const { partition, region } = Stack.of(route)
  return `arn:${partition}:apigateway:${region}::${path}`
}
