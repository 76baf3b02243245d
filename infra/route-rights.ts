import { modelIdIn } from './constructs/default-model.ts'
import { allowMail } from './constructs/rights.ts'
import type { ServiceFunction } from './constructs/service-function.ts'
import type { TableAction } from './constructs/service-table.ts'
import type { DataStack } from './data-stack.ts'
import { busesText, type Settings } from './settings.ts'

/** Grants a permission to a route in addition to those of every route. */
export type Right = (
  reachable: { readonly data: DataStack; readonly settings: Settings },
  route: ServiceFunction,
) => void

export const decrypts =
  (purpose: Parameters<DataStack['key']['grantDecrypt']>[1]): Right =>
  ({ data }, route) =>
    data.key.grantDecrypt(route, purpose)

export const encrypts =
  (purpose: Parameters<DataStack['key']['grantEncrypt']>[1]): Right =>
  ({ data }, route) =>
    data.key.grantEncrypt(route, purpose)

/** Allows a route to access the objects below a prefix of the bucket. */
export const objects =
  (prefix: string, ...actions: Parameters<DataStack['bucket']['grant']>[1]): Right =>
  ({ data }, route) =>
    data.bucket.grant(route, actions, prefix)

const TABLE_ACTIONS = {
  get: 'dynamodb:GetItem',
  batch: 'dynamodb:BatchGetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
  scan: 'dynamodb:Scan',
} as const satisfies Record<string, TableAction>

/** Allows a route to perform actions on the table. `index` queries the index. */
export const table =
  (...does: readonly (keyof typeof TABLE_ACTIONS | 'index')[]): Right =>
  ({ data }, route) => {
    const actions = does.flatMap((each) => (each === 'index' ? [] : [TABLE_ACTIONS[each]]))
    if (actions.length > 0) data.table.grant(route, actions)
    if (does.includes('index')) data.table.grantQueryIndex(route)
  }

/** Tells a route the models of the deployment and their prices. */
const pricesModels: Right = ({ settings }, route) => {
  route.lambda.addEnvironment('MODEL_PRICES', settings.modelPrices)
  route.lambda.addEnvironment('BEDROCK_MODEL_ID', modelIdIn(route, settings))
  if (settings.testModel) route.lambda.addEnvironment('TEST_MODEL', settings.testModel)
}

/** The items that are deleted when two customers turn out to be one: of the other one, and choices under left names. */
export const MERGED_PREFIXES = ['c#', 'customer#', 'consent#']

/** Allows a route to make two customers one, if the provider knows the number that it writes to by another one. */
export const mergesCustomers: Right = ({ data }, route) =>
  data.table.grantBelow(route, ['dynamodb:DeleteItem'], MERGED_PREFIXES)

/** Allows a route without a signed-in caller to write entries of the audit log. */
export const audits: Right = ({ data }, route) => data.table.grantAudit(route)

/** Allows a route to write entries of the audit log about what has happened. It cannot change entries. */
export const recordsEvents: Right = ({ data }, route) => data.table.grantAudit(route, ['dynamodb:PutItem'])

/** Allows a route to perform actions on items whose partition key begins with `prefix`. */
export const below =
  (prefix: string, ...actions: readonly TableAction[]): Right =>
  ({ data }, route) =>
    data.table.grantBelow(route, actions, [prefix])

export const listsConversations: Right = ({ data }, route) => data.table.grantQueryActivity(route)

/** Allows a route to send mails. */
export const mailsUsers: Right = ({ settings }, route) => allowMail(route, settings)

/** Tells a route the limits of an API key. */
const knowsLimits: Right = ({ settings: { rateLimitPerMinute, burst } }, { lambda }) => {
  lambda.addEnvironment('RATE_LIMIT_PER_MINUTE', String(rateLimitPerMinute))
  lambda.addEnvironment('RATE_LIMIT_BURST', String(burst))
}

/** Tells a route which event buses a webhook may send to. */
export const knowsBuses: Right = ({ settings: { eventBusArns } }, route) => {
  const buses = busesText(eventBusArns)
  if (buses) route.lambda.addEnvironment('EVENT_BUS_ARNS', buses)
}

/** Tells a route when a delivery is retried. */
const knowsRetries: Right = ({ settings }, route) =>
  route.lambda.addEnvironment('RETRY_DELAYS_SECONDS', settings.retryDelaysSeconds.join(','))

/** Tells a route how often the triggers of an organisation can be called. */
const knowsTriggerLimit: Right = ({ settings: { triggersPerMinute } }, { lambda }) =>
  lambda.addEnvironment('TRIGGERS_PER_MINUTE', String(triggersPerMinute))

/** Tells a route how long an erasure waits for running turns. */
const waitsForTurns: Right = ({ settings }, { lambda }) => {
  lambda.addEnvironment('ERASURE_PAUSE_SECONDS', String(settings.erasurePauseSeconds))
}

/** An erasure does not wait for running turns: the route refuses a trial with one. */
const waitsForNoTurns: Right = (_, { lambda }) => {
  lambda.addEnvironment('ERASURE_PAUSE_SECONDS', '0')
}

/** Allows a route to check that the table can be read, with an item that does not exist. */
const checksTable = below('health#', 'dynamodb:GetItem')

/** Permissions for every response with agents: their secrets, and links to their files. */
const showsAgents = [
  decrypts('agent-secret'),
  objects('documents/', 's3:GetObject'),
  objects('pictures/', 's3:GetObject'),
]

/** Permissions to change any setting of an agent, including its triggers and documents. */
const changesAgents = [
  table('query', 'index', 'batch', 'put', 'update', 'delete'),
  ...showsAgents,
  encrypts('agent-secret'),
]

/**
 * Permissions of routes in addition to those of every route (`RouteFunction`). Keys are those of the
 * contract's endpoints. `npm test` fails on missing permissions, and on permissions that no test uses.
 */
export const routeRights: Readonly<Record<string, readonly Right[]>> = {
  'agents/list': [table('query', 'index', 'batch'), ...showsAgents],
  // A new agent has no files.
  'agents/create': [table('query', 'batch', 'put', 'update'), decrypts('agent-secret'), encrypts('agent-secret')],
  'agents/get': [table('query', 'index', 'batch'), ...showsAgents],
  // A document that is deleted is removed from the index.
  'agents/replace': [...changesAgents, objects('documents/', 's3:PutObject', 's3:DeleteObject')],
  'agents/update': [...changesAgents, objects('documents/', 's3:PutObject', 's3:DeleteObject')],
  'agents/delete': [
    table('query', 'index', 'batch', 'update', 'delete'),
    below('usage#', 'dynamodb:PutItem'),
    objects('documents/', 's3:DeleteObject'),
    objects('pictures/', 's3:DeleteObject'),
  ],
  'agents/save-draft': [table('index', 'batch', 'put', 'delete'), decrypts('agent-secret'), encrypts('agent-secret')],
  'agents/delete-draft': [table('index', 'delete')],
  'agents/publish-draft': [
    table('query', 'index', 'batch', 'put', 'update', 'delete'),
    decrypts('agent-secret'),
    encrypts('agent-secret'),
  ],
  'agents/list-versions': [table('query', 'index'), decrypts('agent-secret')],
  'agents/get-version': [table('query', 'index'), decrypts('agent-secret')],
  'agents/restore-version': [
    table('query', 'index', 'batch', 'put', 'update', 'delete'),
    decrypts('agent-secret'),
    encrypts('agent-secret'),
  ],
  'agents/share': [
    table('query', 'index', 'batch', 'put', 'check'),
    below('daily#shares#', 'dynamodb:UpdateItem'),
    ...showsAgents,
    mailsUsers,
  ],
  'agents/unshare': [table('query', 'index', 'update', 'delete')],
  'agents/upload-document': [
    table('index', 'put', 'update'),
    decrypts('agent-secret'),
    encrypts('agent-secret'),
    objects('documents/', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'),
  ],
  'agents/set-picture': [
    table('query', 'index', 'batch', 'put', 'update'),
    ...showsAgents,
    encrypts('agent-secret'),
    objects('pictures/', 's3:PutObject', 's3:DeleteObject'),
  ],
  'agents/read-website': [table('index', 'put', 'update')],
  'trials/create': [
    table('query', 'batch', 'put', 'update'),
    decrypts('provider-app'),
    objects('media/', 's3:PutObject'),
  ],
  // The response contains signed links to files that the agent sent.
  'trials/get': [table('query', 'batch'), decrypts('provider-app')],
  'trials/delete': [
    table('query', 'batch', 'put', 'update', 'delete'),
    decrypts('provider-app'),
    listsConversations,
    objects('media/', 's3:DeleteObject'),
    waitsForNoTurns,
  ],
  'test-runs/create': [table('put')],
  'test-runs/list': [table('query')],
  'proofs/create': [table('index', 'batch', 'put')],
  'proofs/get': [table('batch')],
  'proofs/list': [table('query')],
  'proofs/stop': [table('batch', 'update')],
  'exams/get': [table('index'), pricesModels],
  'exams/replace': [table('index', 'put', 'update'), pricesModels],
  'exams/run': [table('index', 'batch', 'put')],
  'mcp-connectors/list': [table('query', 'index'), decrypts('agent-secret')],
  'mcp-connectors/create': [table('put', 'update'), decrypts('agent-secret'), encrypts('agent-secret')],
  'mcp-connectors/get': [decrypts('agent-secret')],
  'mcp-connectors/replace': [table('update'), decrypts('agent-secret'), encrypts('agent-secret')],
  'mcp-connectors/delete': [table('update', 'delete')],
  'conversations/list': [table('query', 'batch'), listsConversations],
  'conversations/create': [
    table('query', 'batch', 'put', 'update'),
    mergesCustomers,
    decrypts('provider-app'),
    decrypts('provider-token'),
  ],
  'conversations/subscribe': [table('put', 'update')],
  'conversations/unsubscribe': [table('put', 'update')],
  'conversations/routing': [table('put', 'update')],
  'conversations/takeover': [table('query', 'put', 'update'), decrypts('provider-token')],
  'conversations/handback': [table('query', 'put', 'update'), decrypts('provider-token')],
  'conversations/control': [table('query', 'put', 'update'), decrypts('provider-token')],
  'conversations/list-messages': [table('query'), decrypts('provider-app')],
  'conversations/send-message': [
    table('query', 'put', 'update'),
    mergesCustomers,
    decrypts('provider-app'),
    decrypts('provider-token'),
  ],
  'customers/get': [table('query', 'batch'), decrypts('provider-app')],
  'customers/update': [table('query', 'batch', 'put', 'update'), decrypts('provider-app')],
  'customers/preview-merge': [table('query', 'batch'), decrypts('provider-app')],
  'customers/merge': [table('query', 'batch', 'put', 'update', 'check'), mergesCustomers, decrypts('provider-app')],
  'customers/undo-merge': [
    table('query', 'batch', 'put', 'update', 'check'),
    below('merged#', 'dynamodb:DeleteItem'),
    below('c#', 'dynamodb:DeleteItem'),
    below('consent#', 'dynamodb:DeleteItem'),
    decrypts('provider-app'),
  ],
  'customers/export': [
    table('query', 'batch'),
    decrypts('provider-app'),
    listsConversations,
    objects('parked/', 's3:GetObject'),
  ],
  'customers/erase': [
    table('query', 'batch', 'put', 'update', 'delete'),
    decrypts('provider-app'),
    listsConversations,
    waitsForTurns,
    objects('parked/', 's3:GetObject', 's3:DeleteObject'),
    objects('media/', 's3:DeleteObject'),
  ],
  'media/get': [
    table('get'),
    decrypts('provider-app'),
    decrypts('provider-token'),
    objects('media/', 's3:GetObject', 's3:PutObject'),
  ],
  'msg-accounts/list': [table('query', 'batch')],
  'msg-accounts/get': [table('query', 'batch')],
  'msg-accounts/add-number': [
    table('query', 'batch', 'put', 'update', 'delete'),
    decrypts('provider-token'),
    encrypts('provider-token'),
  ],
  'msg-accounts/deploy-agent': [table('query', 'batch', 'update')],
  'msg-accounts/proxy-get': [
    table('query', 'index', 'batch'),
    decrypts('provider-token'),
    objects('media/proxy/', 's3:GetObject', 's3:PutObject'),
  ],
  'msg-accounts/proxy-post': [table('query', 'index', 'batch'), decrypts('provider-token')],
  'msg-accounts/proxy-put': [table('query', 'index', 'batch'), decrypts('provider-token')],
  'msg-accounts/proxy-patch': [table('query', 'index', 'batch'), decrypts('provider-token')],
  'msg-accounts/proxy-delete': [table('query', 'index', 'batch'), decrypts('provider-token')],
  'available-numbers/list': [table('query')],
  'phone-numbers/list': [table('query', 'batch')],
  'phone-numbers/get': [table('query')],
  'phone-numbers/disconnect': [table('query', 'put', 'update', 'delete')],
  'phone-numbers/subscribe': [
    table('query', 'update'),
    below('numberArming#', 'dynamodb:PutItem'),
    below('o#', 'dynamodb:ConditionCheckItem'),
  ],
  'phone-numbers/connect-agent': [table('query', 'update')],
  'phone-numbers/unsubscribe': [table('query', 'update')],
  'msg-link-sessions/list': [table('index'), decrypts('provider-app')],
  'msg-link-sessions/create': [table('put'), decrypts('provider-app')],
  'msg-link-sessions/get': [decrypts('provider-app')],
  'link/page': [table('get')],
  'link/confirm': [
    table('get', 'query', 'put', 'update'),
    decrypts('provider-app'),
    decrypts('provider-token'),
    encrypts('provider-token'),
    audits,
  ],
  'msg-templates/list': [table('query', 'batch')],
  'msg-templates/create': [table('query', 'batch', 'put', 'update')],
  'msg-templates/get': [table('query', 'batch')],
  'msg-templates/replace': [table('query', 'batch', 'update')],
  'msg-templates/update': [table('query', 'batch', 'update')],
  'msg-templates/delete': [table('query', 'update', 'delete')],
  'msg-templates/publish': [table('query', 'batch', 'put', 'update', 'delete'), decrypts('provider-token')],
  'msg-templates/unpublish': [table('query', 'batch', 'delete'), decrypts('provider-token')],
  'msg-templates/unpublish-by-post': [table('query', 'batch', 'delete'), decrypts('provider-token')],
  'msg-templates/unpublish-by-delete': [table('query', 'batch', 'delete'), decrypts('provider-token')],
  'webhooks/list': [table('query', 'batch')],
  'webhooks/get': [table('query', 'batch')],
  'webhooks/update': [table('query', 'batch', 'put', 'update', 'delete'), encrypts('webhook-signing'), knowsBuses],
  'webhooks/enable': [table('query', 'batch', 'update'), mailsUsers],
  'webhooks/disable': [table('query', 'batch', 'update')],
  'webhooks/get-replay': [table('query')],
  'webhooks/send-test-event': [table('put')],
  'webhook-deliveries/list': [table('query', 'index'), decrypts('webhook-signing')],
  // The headers of an attempt are not stored. The route signs them again to show them.
  'webhook-deliveries/get': [table('query', 'batch'), decrypts('webhook-signing'), knowsRetries],
  'webhook-deliveries/replay': [table('query', 'batch', 'put', 'update', 'check')],
  'webhook-deliveries/replay-failed': [table('query', 'index', 'put', 'update')],
  'usage/get': [table('query', 'index', 'batch')],
  'audit/list': [table('query', 'batch')],
  'me/get': [knowsLimits],
  'health/get': [checksTable],
  'triggers/fire': [
    table('get', 'query', 'batch', 'put', 'update'),
    mergesCustomers,
    decrypts('agent-secret'),
    decrypts('provider-app'),
    decrypts('provider-token'),
    knowsTriggerLimit,
    // About a customer who waits, because the provider restricts the number.
    mailsUsers,
  ],
}
