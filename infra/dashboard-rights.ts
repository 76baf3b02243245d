import { modelIdIn } from './constructs/default-model.ts'
import {
  createsApiKeys,
  type DashboardRight,
  DESCRIBE,
  deletesApiKeys,
  describesTable,
  queues,
  seesAlarms,
  seesMetrics,
} from './dashboard/rights.ts'
import {
  audits,
  below,
  decrypts,
  encrypts,
  knowsBuses,
  listsConversations,
  mailsUsers,
  mergesCustomers,
  objects,
  recordsEvents,
  table,
} from './route-rights.ts'

/** Allows a route to call the user pool on behalf of users. */
const callsUserPool: DashboardRight = ({ data }, route) => data.users.addClientId(route)

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
const setsUpUsers = table('get', 'query', 'put', 'update')

const signsOutEverywhere = [administersUsers('AdminUserGlobalSignOut'), table('get', 'update')]

/** Allows a route to store the hashes of new recovery codes. */
const replacesRecoveryCodes = below('recovery#', 'dynamodb:PutItem')

/** Tells a route whether operators must sign in with a second factor. */
const knowsOperators: DashboardRight = ({ settings }, route) =>
  route.lambda.addEnvironment('REQUIRE_OPERATOR_MFA', String(settings.requireOperatorMfa))

/** Tells a route whether the service has a request log. */
const knowsRequestLog: DashboardRight = ({ settings: { requestLog } }, route) => {
  if (requestLog) route.lambda.addEnvironment('REQUEST_LOG', 'true')
}

/** Tells a route the default model, which is used if no model server is configured. */
const knowsModels: DashboardRight = ({ settings }, route) =>
  route.lambda.addEnvironment('BEDROCK_MODEL_ID', modelIdIn(route, settings))

/** Allows a route to store which first steps an organisation has done. */
const remembersFirstSteps = below('firstSteps#', 'dynamodb:UpdateItem')

/** Allows a route to send a message in a conversation and to show it with its author. */
const sendsMessages = [
  table('query', 'batch', 'put', 'update'),
  mergesCustomers,
  decrypts('provider-app'),
  decrypts('provider-token'),
]

/** Allows a route to invite users, and to mail the invitation. */
const invites = [
  table('query'),
  below('o#', 'dynamodb:PutItem', 'dynamodb:UpdateItem'),
  below('daily#invitations#', 'dynamodb:UpdateItem'),
  administersUsers('AdminCreateUser', 'AdminGetUser'),
  mailsUsers,
]

const removesMembers = [table('query', 'index', 'update', 'check'), below('o#', 'dynamodb:DeleteItem'), deletesApiKeys]

const signsWebhooks = [decrypts('webhook-signing'), encrypts('webhook-signing')]

/** Rights of dashboard routes beyond `RouteFunction`'s, by key of the contract. */
export const dashboardRights: Readonly<Record<string, readonly DashboardRight[]>> = {
  'session/sign-up': [signsUp],
  'session/sign-in': [callsUserPool, setsUpUsers, recordsEvents],
  'session/new-password': [callsUserPool, setsUpUsers, recordsEvents],
  'session/refresh': [callsUserPool, table('get'), below('us#', 'dynamodb:UpdateItem')],
  'session/sign-out': [
    callsUserPool,
    table('get'),
    below('us#', 'dynamodb:UpdateItem'),
    below('u#', 'dynamodb:UpdateItem'),
    recordsEvents,
  ],
  'session/forgot-password': [callsUserPool],
  'session/reset-password': [callsUserPool, ...signsOutEverywhere, recordsEvents],
  'webhooks/create': [table('query', 'batch', 'put', 'update', 'delete'), ...signsWebhooks, knowsBuses],
  'webhooks/check-url': [knowsBuses],
  'webhooks/get-statistics': [table('query')],
  'webhooks/delete': [table('query', 'batch', 'put', 'update', 'delete')],
  'webhooks/reveal-secret': [decrypts('webhook-signing')],
  // A repeated request returns the secret that the first one created.
  'webhooks/rotate-secret': [table('query', 'update'), ...signsWebhooks],
  // The search for an id is a batch of reads.
  'webhook-deliveries/list': [table('query', 'index', 'batch')],
  'webhook-deliveries/replay-many': [table('query', 'batch', 'put', 'update', 'check')],
  'replays/list': [table('query')],
  'replays/start': [table('query', 'index', 'put', 'update')],
  'replays/count': [table('index')],
  'replays/cancel': [table('query', 'update')],
  'api-keys/list': [table('index', 'batch')],
  'api-keys/create': [table('index', 'put', 'update', 'check'), createsApiKeys, deletesApiKeys],
  'api-keys/revoke': [table('update'), deletesApiKeys],
  'session/mfa/get': [callsUserPool, table('get')],
  'session/mfa/begin': [callsUserPool, table('get')],
  'session/mfa/enable': [callsUserPool, table('get', 'update'), replacesRecoveryCodes, audits],
  'session/mfa/disable': [callsUserPool, table('get'), audits],
  'session/mfa/answer': [callsUserPool, setsUpUsers, recordsEvents],
  'session/mfa/replace-recovery-codes': [callsUserPool, table('get'), replacesRecoveryCodes, audits],
  'session/mfa/recover': [
    callsUserPool,
    setsUpUsers,
    administersUsers('AdminSetUserMFAPreference'),
    audits,
    mailsUsers,
  ],
  me: [table('index', 'batch'), knowsOperators],
  'members/list': [table('query', 'batch'), administersUsers('ListUsersInGroup')],
  'members/invite': invites,
  'members/invite-again': invites,
  'members/withdraw': [below('o#', 'dynamodb:DeleteItem')],
  'members/change-role': [
    table('query', 'index', 'check'),
    below('o#', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'),
    below('count#', 'dynamodb:UpdateItem'),
    deletesApiKeys,
  ],
  'invitations/accept': [
    table('query', 'index', 'check'),
    below('o#', 'dynamodb:PutItem', 'dynamodb:DeleteItem'),
    below('u#', 'dynamodb:UpdateItem'),
    // Agents of the organisation are shared with its member no longer.
    below('agent#', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'),
    below('count#', 'dynamodb:UpdateItem'),
    audits,
  ],
  'invitations/decline': [table('index'), below('o#', 'dynamodb:DeleteItem'), audits],
  'members/grant-operator': [administersUsers('AdminAddUserToGroup'), knowsOperators],
  'members/revoke-operator': [
    below('u#', 'dynamodb:UpdateItem'),
    administersUsers('AdminRemoveUserFromGroup', 'AdminUserGlobalSignOut'),
    knowsOperators,
  ],
  'profile/update': [table('index', 'batch'), below('u#', 'dynamodb:UpdateItem'), knowsOperators],
  'profile/list-sessions': [table('query')],
  'profile/end-session': [below('u#', 'dynamodb:UpdateItem'), below('us#', 'dynamodb:UpdateItem')],
  'profile/sign-out-everywhere': [below('u#', 'dynamodb:UpdateItem'), administersUsers('AdminUserGlobalSignOut')],
  'organization/rename': [below('o#', 'dynamodb:UpdateItem')],
  'organization/change-retention': [below('o#', 'dynamodb:PutItem')],
  'organization/change-proof-rule': [below('o#', 'dynamodb:PutItem')],
  'organization/leave': removesMembers,
  'members/remove': removesMembers,
  'audit-log/export': [table('query')],
  'api-requests/list': [table('query'), knowsRequestLog],
  'models/list': [knowsModels],
  'mcp-connectors/test': [below('mcp#', 'dynamodb:UpdateItem'), decrypts('agent-secret')],
  'mcp-connectors/approve-tools': [below('mcp#', 'dynamodb:UpdateItem'), decrypts('agent-secret')],
  'template-links/list': [table('query')],
  'template-samples/upload': [table('query'), decrypts('provider-token')],
  'conversations/inbox': [table('query', 'batch'), listsConversations],
  'conversations/changes': [table('query', 'batch'), listsConversations],
  'conversations/waiting': [table('query', 'index', 'batch')],
  'conversations/change-waiting-mail': [below('o#', 'dynamodb:UpdateItem')],
  'conversations/note': [table('batch', 'put', 'update')],
  'conversations/done': [table('batch', 'put', 'update')],
  'conversations/answer': [table('query', 'put', 'update')],
  'conversations/read': [table('update')],
  'conversations/writing': [table('update')],
  'conversations/details': [table('query')],
  // The thread shows links to files.
  'conversations/trace': [table('query', 'batch')],
  'conversations/thread': [table('query', 'batch'), decrypts('provider-app')],
  'conversations/create-upload': [objects('media/unsent/', 's3:PutObject')],
  'conversations/send-upload': [
    ...sendsMessages,
    objects('media/', 's3:GetObject', 's3:PutObject'),
    objects('media/unsent/', 's3:DeleteObject'),
  ],
  'conversations/resend': [...sendsMessages, objects('media/', 's3:GetObject')],
  'conversations/mark': [table('batch', 'put', 'update'), decrypts('provider-app')],
  'conversations/get-memory': [table('query')],
  'conversations/change-memory': [table('query', 'put')],
  'conversations/erase-memory': [table('query', 'put')],
  'saved-replies/list': [table('query')],
  'saved-replies/save': [table('query'), below('o#', 'dynamodb:PutItem')],
  'saved-replies/delete': [table('get'), below('o#', 'dynamodb:DeleteItem')],
  'usage/change-limit': [below('o#', 'dynamodb:PutItem', 'dynamodb:DeleteItem')],
  'usage/change-mail': [below('o#', 'dynamodb:UpdateItem')],
  'overview/get': [table('query', 'index', 'batch')],
  'overview/handling': [table('batch'), listsConversations],
  'overview/first-steps': [table('query', 'index', 'batch'), listsConversations, remembersFirstSteps],
  'overview/dismiss-first-steps': [remembersFirstSteps],
  // Another organisation's agent may be shared with the caller.
  'agents/list-shares': [table('query', 'index')],
  'shares/accept': [
    table('index'),
    below('agent#', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'),
    below('count#', 'dynamodb:UpdateItem'),
    audits,
  ],
  'shares/leave': [
    table('index'),
    below('agent#', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'),
    below('count#', 'dynamodb:UpdateItem'),
    audits,
  ],
  'link-sessions/list': [table('index'), decrypts('provider-app')],
  'agents/get-usage': [table('query', 'batch')],
  'agents/get-text': [table('index'), objects('documents/', 's3:GetObject')],
  'agents/test-tool': [decrypts('agent-secret')],
  'agents/list-tests': [table('query', 'index')],
  'agents/save-test': [table('query', 'index', 'put')],
  'agents/delete-test': [table('index', 'delete')],
  'agents/run-tests': [table('query', 'index', 'batch', 'put')],
  'operations/queues': [
    knowsOperators,
    queues({ dead: ['GetQueueAttributes'], work: ['GetQueueAttributes'] }),
    seesMetrics,
  ],
  'operations/dead-letters': [
    table('batch'),
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
  'operations/reconcile': [table('scan', 'get'), knowsOperators, queues({ dead: [], relayed: ['SendMessage'] })],
  'operations/check': [
    table('get'),
    decrypts('provider-app'),
    knowsOperators,
    describesTable,
    queues({ dead: DESCRIBE, work: DESCRIBE }),
    seesMetrics,
    seesAlarms,
  ],
}
