import { decide, parsePolicy } from '@replywright/cloud/iam'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { routeRights } from '../../infra/route-rights.ts'
import {
  actions,
  functionOf,
  functions,
  resources,
  statements,
  synthesizeTestStacks,
  synthesizeWithoutDashboard,
  type Templates,
} from '../infra/stacks.ts'

const templates = synthesizeWithoutDashboard()

/** Variables that belong to a right of a route (infra/route-rights.ts). */
const BY_RIGHT = [
  'BEDROCK_MODEL_ID',
  'BUCKET_NAME',
  'ERASURE_PAUSE_SECONDS',
  'KEY_ARN',
  'MODEL_PRICES',
  'RATE_LIMIT_BURST',
  'RATE_LIMIT_PER_MINUTE',
  'RETRY_DELAYS_SECONDS',
  'TRIGGERS_PER_MINUTE',
]

const prefixed = (prefix: string, all: Readonly<Record<string, Endpoint>>) =>
  Object.fromEntries(Object.entries(all).map(([key, endpoint]) => [`${prefix}/${key}`, endpoint]))

describe('functions', () => {
  test('log successful invocations only when it is enabled', () => {
    const levels = (synthesized: Templates) =>
      Object.values(functions(synthesized)).map(({ lambda }) => lambda.Properties.LoggingConfig)
    for (const logging of levels(templates)) expect(logging).toMatchObject({ SystemLogLevel: 'WARN' })
    for (const logging of levels(synthesizeWithoutDashboard({ lambdaInvocationLogs: 'true' })))
      expect(logging).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'INFO' })
  })

  test('each have their own role without AWS managed policies', () => {
    const found = Object.values(resources(templates, 'AWS::Lambda::Function'))
    expect(new Set(found.map(({ Properties }) => Properties.Role['Fn::GetAtt'][0])).size).toBe(found.length)
    for (const { role } of Object.values(functions(templates)))
      expect(role.Properties).not.toHaveProperty('ManagedPolicyArns')
  })

  test('write entries of the audit log only if they record changes, and never delete them', () => {
    const routes = Object.entries<Endpoint>({
      ...prefixed('api', endpoints),
      ...prefixed('dashboard', dashboardEndpoints),
    })
    const recording = [
      ...routes.flatMap(([entry, { audit }]) => (audit ? [entry] : [])),
      'api/link/confirm',
      ...[
        'session/mfa/enable',
        'session/mfa/disable',
        'session/mfa/replace-recovery-codes',
        'session/mfa/recover',
        'invitations/accept',
        'invitations/decline',
        'shares/accept',
        'shares/leave',
      ].map((entry) => `dashboard/${entry}`),
    ]
    const writing = ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']
    const all = Object.entries(functions(synthesizeTestStacks())).map(([entry, used]) => {
      const of = (chosen: (statement: ReturnType<typeof statements>[number]) => boolean) => {
        const found = statements(used)
          .filter(chosen)
          .flatMap(({ Action }) => Action)
        return writing.filter((action) => found.includes(action))
      }
      const onAudit = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['audit#*'] } }
      return {
        entry,
        allowed: of(({ Effect, Condition }) => Effect === 'Allow' && !Condition),
        denied: of(
          ({ Effect, Condition }) => Effect === 'Deny' && JSON.stringify(Condition) === JSON.stringify(onAudit),
        ),
      }
    })
    expect(all.filter(({ denied }) => denied.length > 1).length).toBeGreaterThan(5)
    const onlyCreating = [
      'deliver',
      'window',
      ...['sign-in', 'new-password', 'sign-out', 'reset-password', 'mfa/answer'].map(
        (route) => `dashboard/session/${route}`,
      ),
    ]
    for (const { entry, allowed, denied } of all) {
      const may = recording.includes(entry)
        ? writing.slice(1)
        : onlyCreating.includes(entry)
          ? ['dynamodb:PutItem']
          : []
      const expected = allowed.filter((action) => !may.includes(action))
      expect([entry, denied]).toEqual([entry, expected])
    }
  })

  test.each([
    ['ingress', 'dynamodb:PutItem', 'explicit-deny'],
    ['answer', 'dynamodb:UpdateItem', 'explicit-deny'],
    ['deliver', 'dynamodb:PutItem', 'allow'],
    ['deliver', 'dynamodb:UpdateItem', 'explicit-deny'],
    ['api/agents/get', 'dynamodb:PutItem', 'implicit-deny'],
    ['api/agents/update', 'dynamodb:PutItem', 'allow'],
    ['api/agents/update', 'dynamodb:DeleteItem', 'explicit-deny'],
    ['api/customers/export', 'dynamodb:PutItem', 'allow'],
    ['api/customers/export', 'dynamodb:DeleteItem', 'implicit-deny'],
  ] as const)('%s with %s on an entry of the audit log: %s', (entry, action, decision) => {
    const used = functions(synthesizeTestStacks())[entry]
    const Statement = used ? statements(used).map((statement) => ({ ...statement, Resource: '*' })) : []
    const request = (key: string) => ({ action, resource: 'x', context: new Map([['dynamodb:leadingkeys', [key]]]) })
    const policy = parsePolicy({ Statement })
    expect(decide(policy, request('audit#o#2026-01'))).toBe(decision)
    if (decision === 'explicit-deny') expect(decide(policy, request('agent#o#a'))).toBe('allow')
  })

  test('each have exactly the variables that they need', () => {
    const workers = {
      ingress: [
        'BUCKET_NAME',
        'KEY_ARN',
        'OPT_OUT_WORDS',
        'PUBLIC_BASE_URL',
        'SERVICE_WINDOW_SECONDS',
        'STAGE',
        'TABLE_NAME',
        'THROTTLED_DEADLINE_MILLISECONDS',
      ],
      relay: ['QUEUE_URLS', 'RELAY_DEAD_QUEUE_URL'],
      count: ['RATE_CARD', 'STAGE', 'TABLE_NAME'],
      deliver: [
        'ALLOW_PRIVATE_DESTINATIONS',
        'DELIVERIES_QUEUE_URL',
        'KEY_ARN',
        'RETRY_DELAYS_SECONDS',
        'SLOW_DELIVERIES_QUEUE_URL',
        'SLOW_RESPONSE_MILLISECONDS',
        'STAGE',
        'TABLE_NAME',
        'UV_THREADPOOL_SIZE',
      ],
      window: [
        'KEY_ARN',
        'SCHEDULE_DEAD_LETTERS_ARN',
        'SCHEDULE_GROUP',
        'SCHEDULE_ROLE_ARN',
        'SCHEDULE_TARGET_ARN',
        'SERVICE_WINDOW_EXPIRING_LEAD_SECONDS',
        'SERVICE_WINDOW_SECONDS',
        'STAGE',
        'TABLE_NAME',
      ],
      replay: ['STAGE', 'TABLE_NAME'],
      answer: [
        'ALLOW_PRIVATE_DESTINATIONS',
        'BEDROCK_FALLBACK_MODEL_ID',
        'BEDROCK_IMAGE_MODEL_ID',
        'BEDROCK_MODEL_ID',
        'BUCKET_NAME',
        'KEY_ARN',
        'MODEL_HISTORY_TOKENS',
        'MODEL_MAX_OUTPUT_TOKENS',
        'MODEL_PRICES',
        'MODEL_RETRY_DELAYS_SECONDS',
        'ORGANIZATION_SLOTS',
        'PUBLIC_BASE_URL',
        'SERVICE_WINDOW_SECONDS',
        'SLOT_LEASE_SECONDS',
        'STAGE',
        'TABLE_NAME',
        'TURNS_QUEUE_URL',
      ],
      prove: [
        'ALLOW_PRIVATE_DESTINATIONS',
        'BEDROCK_FALLBACK_MODEL_ID',
        'BEDROCK_IMAGE_MODEL_ID',
        'BEDROCK_MODEL_ID',
        'BUCKET_NAME',
        'KEY_ARN',
        'MODEL_HISTORY_TOKENS',
        'MODEL_MAX_OUTPUT_TOKENS',
        'MODEL_PRICES',
        'PROOFS_QUEUE_URL',
        'PUBLIC_BASE_URL',
        'SERVICE_WINDOW_SECONDS',
        'STAGE',
        'TABLE_NAME',
      ],
      extract: [
        'ALLOW_PRIVATE_DESTINATIONS',
        'BUCKET_NAME',
        'DOCUMENTS_QUEUE_URL',
        'ORGANIZATION_SLOTS',
        'SLOT_LEASE_SECONDS',
        'STAGE',
        'TABLE_NAME',
      ],
    }
    const open = ['PUBLIC_BASE_URL', 'SERVICE_WINDOW_SECONDS', 'STAGE', 'TABLE_NAME']
    // A route of clients is also one of the dashboard.
    const route = ['DASHBOARD_REQUESTS_PER_MINUTE', ...open]
    const told = Object.entries(functions(templates)).map(([entry, { lambda }]) => [
      entry,
      Object.keys(lambda.Properties.Environment.Variables)
        // Only the function that answers other methods of its path has it.
        .filter((name) => name !== 'ALLOWED_METHODS')
        .filter((name) => !(routeRights[entry.replace('api/', '')] && BY_RIGHT.includes(name)))
        .toSorted(),
    ])
    const routes = Object.entries(endpoints).map(([key, { access }]) => [
      `api/${key}`,
      access === 'public' ? open : route,
    ])
    expect(Object.fromEntries(told)).toEqual({ ...workers, ...Object.fromEntries(routes) })
  })

  test("each decrypt secrets of at most one purpose, except the agent's", () => {
    const purposes = Object.entries(functions(templates)).flatMap(([entry, used]) =>
      (routeRights[entry.replace('api/', '')] ? [] : statements(used))
        .filter(({ Action }) => JSON.stringify(Action).includes('kms:'))
        .map(({ Action, Condition }) => [entry, Action, Condition]),
    )
    const only = (purpose: string) => ({ StringEquals: { 'kms:EncryptionContext:purpose': purpose } })
    expect(purposes.toSorted()).toEqual([
      ['answer', 'kms:Decrypt', only('agent-secret')],
      ['answer', 'kms:Decrypt', only('model')],
      ['answer', 'kms:Decrypt', only('provider-app')],
      ['answer', 'kms:Decrypt', only('provider-token')],
      ['deliver', ['kms:Decrypt', 'kms:Encrypt'], only('webhook-signing')],
      ['ingress', 'kms:Decrypt', only('provider-app')],
      ['prove', 'kms:Decrypt', only('agent-secret')],
      ['prove', 'kms:Decrypt', only('model')],
      ['window', 'kms:Decrypt', only('provider-app')],
    ])
  })

  test('of workers have only the table actions that they need', () => {
    const workers: Readonly<Record<string, readonly string[]>> = {
      ingress: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
      relay: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'],
      count: [
        'DeleteItem',
        'DescribeStream',
        'GetItem',
        'GetRecords',
        'GetShardIterator',
        'ListStreams',
        'PutItem',
        'Query',
        'UpdateItem',
      ],
      deliver: ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
      window: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
      replay: ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
      extract: ['DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
      prove: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
      answer: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    }
    const allowed = Object.entries(functions(templates))
      .filter(([entry]) => !entry.startsWith('api/'))
      .map(([entry, used]) => [entry, actions(used, 'dynamodb').map((action) => action.replace('dynamodb:', ''))])
    expect(Object.fromEntries(allowed)).toEqual(workers)
  })

  test('of the counter change counters, and messages that the bill has counted', () => {
    const changes = statements(functionOf(templates, 'count')).filter(({ Action }) => Action === 'dynamodb:UpdateItem')
    expect(changes).toMatchObject([
      { Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['statistics#*', 'count#*', 'c#*'] } } },
    ])
  })

  test("of read routes only change API keys' rows, request counts and Idempotency-Keys", () => {
    for (const [key, { access, audit }] of Object.entries<Endpoint>(endpoints)) {
      if (access !== 'read' || audit) continue
      const changes = statements(functionOf(templates, `api/${key}`)).filter(({ Action }) =>
        /dynamodb:(Put|Update|Delete)Item/.test(JSON.stringify(Action)),
      )
      expect([key, changes]).toMatchObject([
        key,
        [{ Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['k#*', 'requests#*'] } } }],
      ])
    }
  })

  test('of public pages cannot access the table', () => {
    for (const entry of ['api/openapi/document', 'api/openapi/guide', 'api/openapi/reference', 'api/link/return'])
      expect([entry, actions(functionOf(templates, entry), 'dynamodb')]).toEqual([entry, []])
  })

  test('of replays query the index of failures only', () => {
    const queries = statements(functionOf(templates, 'replay')).filter(({ Action }) => Action === 'dynamodb:Query')
    expect(queries.map(({ Resource }) => JSON.stringify(Resource))).toEqual([expect.stringContaining('/index/gsi1')])
  })

  test('of the relay alone send to all queues; workers receive from their own, and two send to it, which need retries and daily work', () => {
    const take = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage']
    const sqs = Object.entries(functions(templates)).map(([entry, used]) => [entry, actions(used, 'sqs')])
    expect(Object.fromEntries(sqs.filter(([, found]) => found?.length))).toEqual({
      deliver: ['sqs:ChangeMessageVisibility', ...take, 'sqs:SendMessage'],
      window: take,
      replay: take,
      answer: ['sqs:ChangeMessageVisibility', ...take],
      extract: ['sqs:ChangeMessageVisibility', ...take, 'sqs:SendMessage'],
      prove: ['sqs:ChangeMessageVisibility', ...take],
      relay: ['sqs:SendMessage'],
    })
  })
})
