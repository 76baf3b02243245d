import { isTicket, sectionOf } from '@replywright/contract/alarms.ts'
import { hasToolProblem } from '@replywright/core/agents/find-agent.ts'
import { judgeQueues, judgeTable } from '@replywright/core/operations/doctor/checks.ts'
import { expect, test } from 'vitest'
import { judgeKeyCount, judgeSubscribers, judgeUsagePlan } from './api.ts'
import { judgeConcurrency, judgeReserve } from './concurrency.ts'
import { judgeAgentTools, judgeApiKeys, judgeFirstSteps } from './contents.ts'
import { judgeMappings } from './mappings.ts'
import { judgeMail } from './services.ts'
import { judgeStacks } from './stacks.ts'

const PROD = { stage: 'prod', outputs: {} }
const REDEPLOY = 'npm run deploy -- -c stage=prod'
const UNRESERVED = `remove ingressReservedConcurrency: 0 if it is set, then ${REDEPLOY}`
const CreationTime = new Date(0)

const stacks = (...parts: string[]) =>
  parts.map((part) => ({
    StackName: `Messaging-prod-${part}`,
    StackStatus: 'UPDATE_COMPLETE' as const,
    EnableTerminationProtection: ['Data', 'Api', 'Messaging', 'Dashboard'].includes(part),
    CreationTime,
  }))
const ALL = ['Data', 'Api', 'Messaging', 'Dashboard', 'Monitoring', 'Operators']

test('expects no stack of the dashboard with the setting dashboard=false', () => {
  const without = stacks(...ALL.filter((part) => part !== 'Dashboard'))
  expect(judgeStacks(without, PROD)).toMatchObject([{ state: 'fails', tells: 'missing: Dashboard' }])
  expect(judgeStacks(without, { ...PROD, outputs: { HasDashboard: 'false' } })).toMatchObject([{ state: 'ok' }])
})

test('reports each missing, incomplete or unprotected stack', () => {
  const others = ['production', 'prod-eu'].map((stage) => ({
    StackName: `Messaging-${stage}-Data`,
    StackStatus: 'ROLLBACK_FAILED' as const,
    CreationTime,
  }))
  expect(judgeStacks([...stacks(...ALL), ...others], PROD)).toEqual([
    { state: 'ok', tells: 'all 6 stacks are complete' },
  ])
  const [api] = stacks('Api')
  const rest = stacks('Messaging', 'Dashboard').map((stack) => ({
    ...stack,
    EnableTerminationProtection: stack.StackName === 'Messaging-prod-Messaging',
  }))
  const data = { ...stacks('Data')[0], EnableTerminationProtection: false, CreationTime, StackStatus: undefined }
  expect(
    judgeStacks(
      [
        { ...data, StackName: 'Messaging-prod-Data', StackStatus: 'UPDATE_ROLLBACK_COMPLETE' },
        { ...api, StackName: 'Messaging-prod-Api', StackStatus: 'ROLLBACK_COMPLETE', CreationTime },
        ...rest,
      ],
      PROD,
    ),
  ).toEqual([
    { state: 'warning', tells: expect.stringContaining('was rolled back'), remedy: expect.stringContaining(REDEPLOY) },
    {
      state: 'fails',
      tells: 'Messaging-prod-Api is ROLLBACK_COMPLETE',
      remedy: 'aws cloudformation describe-stack-events --stack-name Messaging-prod-Api',
    },
    { state: 'fails', tells: 'missing: Monitoring, Operators', remedy: REDEPLOY },
    { state: 'warning', tells: 'not protected against deletion: Data, Dashboard', remedy: REDEPLOY },
  ])
})

test.each([
  [{ quota: 1000, unreserved: 1000, workers: 95, assumed: 1000 }, 'ok'],
  [{ quota: 1000, unreserved: 800, workers: 95 }, 'ok'],
  [{ quota: 10, unreserved: 10, workers: 95, assumed: 1000 }, 'fails'],
  [{ quota: 1000, unreserved: 90, workers: 95 }, 'fails'],
  [{ quota: 200, unreserved: 200, workers: 95, assumed: 1000 }, 'warning'],
  // Nothing is deployed yet.
  [{ quota: 200, unreserved: 200, workers: 0, assumed: 1000 }, 'warning'],
])('concurrency check of %o returns %s', (found, state) => {
  const finding = judgeConcurrency(found, PROD)
  expect(finding.state).toBe(state)
  if (state !== 'ok') expect(finding.remedy).toMatch(new RegExp(`L-B99A9384.*-c accountConcurrency=${found.quota}$`))
})

test.each([
  [{ reserved: 50, quota: 1000 }, 'ok', undefined],
  [{ reserved: undefined, quota: 1000 }, 'warning', `${UNRESERVED} -c accountConcurrency=1000`],
  [{ reserved: undefined, quota: 110 }, 'warning', `${UNRESERVED} -c accountConcurrency=110`],
  [{ reserved: undefined, quota: 10 }, 'warning', expect.stringContaining('service-quotas')],
  [{ reserved: 0, quota: 1000 }, 'fails', expect.stringContaining('ingressReservedConcurrency')],
])('reserve check of %o returns %s', (found, state, remedy) => {
  expect(judgeReserve(found, PROD)).toMatchObject({ state, ...(remedy && { remedy }) })
})

test.each([
  [undefined, 'warning', '50 per day'],
  [{ SendingEnabled: true, ProductionAccessEnabled: false, EnforcementStatus: 'HEALTHY' }, 'fails', 'sandbox'],
  [{ SendingEnabled: false, ProductionAccessEnabled: true, EnforcementStatus: 'HEALTHY' }, 'fails', 'does not send'],
  [{ SendingEnabled: true, ProductionAccessEnabled: true, EnforcementStatus: 'SHUTDOWN' }, 'fails', 'does not send'],
  [{ SendingEnabled: true, ProductionAccessEnabled: true, EnforcementStatus: 'HEALTHY' }, 'ok', 'Amazon SES sends'],
])('mail check of %o returns %s', (account, state, tells) => {
  expect(judgeMail(account, PROD)).toMatchObject({ state, tells: expect.stringContaining(tells) })
})

test('the remedy for mails of Cognito is a domain in Amazon SES and the setting', () => {
  expect(judgeMail(undefined, PROD).remedy).toBe(`verify a domain in Amazon SES, then ${REDEPLOY} -c mailFrom=…`)
})

test.each([
  [['arn:aws:sns:eu-central-1:0:t:1', 'PendingConfirmation'], 'ok', '1 subscriber confirmed'],
  [['PendingConfirmation'], 'warning', 'ops@example.com did not confirm'],
  [['Deleted'], 'warning', 'no subscriber'],
  [[], 'warning', 'no subscriber'],
])('subscriber check of %j returns %s', (arns, state, tells) => {
  const subscriptions = arns.map((SubscriptionArn) => ({ SubscriptionArn, Endpoint: 'ops@example.com' }))
  expect(judgeSubscribers(subscriptions, PROD)).toMatchObject({ state, tells: expect.stringContaining(tells) })
})

test('returns the runbook section of an alarm for any stage name', () => {
  expect(sectionOf('Messaging-prod-DeadLetters-turns')).toBe('DeadLetters')
  expect(sectionOf('Messaging-my-own-stage-RelaySilent')).toBe('RelaySilent')
})

test('distinguishes alarms about customers from those about the service', () => {
  expect(isTicket('Messaging-prod-WebhooksDisabled')).toBe(true)
  expect(isTicket('Messaging-prod-eu-DeadLetters-documents')).toBe(true)
  expect(isTicket('Messaging-prod-DeadLetters-turns')).toBe(false)
})

test('reports a table without expiry, recovery or protection', () => {
  const fine = { status: 'ACTIVE', expiry: 'ENABLED', recovery: 'ENABLED', protection: true }
  expect(judgeTable(fine, REDEPLOY)).toMatchObject([{ state: 'ok' }])
  expect(judgeTable({ status: 'ACTIVE', expiry: 'ENABLING' }, REDEPLOY)).toMatchObject([{ state: 'ok' }])
  const bad = { status: 'ARCHIVED', expiry: 'DISABLED', recovery: 'DISABLED', protection: false }
  expect(judgeTable(bad, REDEPLOY).map(({ state }) => state)).toEqual(['fails', 'fails', 'fails', 'warning'])
  expect(judgeTable({ ...fine, recovery: undefined }, REDEPLOY)).toMatchObject([{ state: 'fails' }])
})

test('warns before the account has as many API keys as it can have', () => {
  expect(judgeKeyCount(7_999)).toMatchObject({ state: 'ok' })
  expect(judgeKeyCount(8_000)).toMatchObject({ state: 'warning' })
})

test('reports a usage plan that is not attached to the API', () => {
  const plan = { apiStages: [{ apiId: 'other', stage: 'prod' }] }
  expect(judgeUsagePlan(plan, 'api', PROD)).toMatchObject({ state: 'fails' })
  expect(judgeUsagePlan({ apiStages: [{ apiId: 'api', stage: 'prod' }] }, 'api', PROD)).toMatchObject({ state: 'ok' })
  expect(judgeUsagePlan({}, 'api', PROD)).toMatchObject({ state: 'fails' })
})

test('reports keys without rows, rows without keys, and keys without a usage plan', () => {
  const active = (...ids: string[]) => ids.map((gatewayKeyId) => ({ gatewayKeyId, status: 'active' as const }))
  const found = judgeApiKeys(
    {
      all: new Set(['good', 'orphan', 'detached', 'revoked']),
      attached: new Set(['good', 'orphan', 'revoked']),
      orphans: ['orphan'],
      rows: [...active('good', 'lost', 'detached'), { gatewayKeyId: 'revoked', status: 'revoked' }],
    },
    PROD,
  )
  expect(found).toMatchObject([
    { state: 'warning', tells: expect.stringMatching(/1 key .*: orphan$/) },
    { state: 'fails', tells: expect.stringMatching(/1 row .*: lost$/) },
    { state: 'fails', tells: expect.stringMatching(/1 key not in the usage plan.*: detached$/) },
  ])
  const good = new Set(['good'])
  expect(judgeApiKeys({ all: good, attached: good, orphans: [], rows: active('good') }, PROD)).toEqual([
    { state: 'ok', tells: '1 active key, each with its row' },
  ])
})

test.each([
  [{ organizations: 0, numbers: 0, keys: 0 }, 'warning', 'npm run ops -- organization create --name … --stage prod'],
  [{ organizations: 1, numbers: 0, keys: 1 }, 'warning', 'ACCESS_TOKEN=… npm run ops -- number connect … --stage prod'],
  [{ organizations: 1, numbers: 1, keys: 0 }, 'warning', 'npm run ops -- api-key create … --stage prod'],
  [{ organizations: 1, numbers: 1, keys: 1 }, 'ok', undefined],
])('contents check of %o returns %s', ({ keys, ...contents }, state, remedy) => {
  const rows = Array.from({ length: keys }, (_, index) => ({ gatewayKeyId: `k${index}`, status: 'active' as const }))
  expect(judgeFirstSteps({ ...contents, keys: rows }, PROD)).toMatchObject({ state, ...(remedy && { remedy }) })
})

test('reports mappings that are disabled, failing or missing', () => {
  const relay = { UUID: 'u1', source: 'relay', State: 'Enabled' }
  const worker = { UUID: 'u2', source: 'turns', State: 'Enabled', LastProcessingResult: 'No records processed' }
  const expected = ['relay', 'turns']
  expect(judgeMappings([relay, worker], expected, PROD)).toMatchObject([{ state: 'ok' }])
  const off = { ...relay, State: 'Disabled', StateTransitionReason: 'USER_INITIATED' }
  expect(judgeMappings([off, { ...worker, LastProcessingResult: 'PROBLEM: denied' }], expected, PROD)).toEqual([
    {
      state: 'fails',
      tells: 'the relay is not running: its mapping is Disabled (USER_INITIATED)',
      remedy: 'aws lambda update-event-source-mapping --uuid u1 --enabled',
    },
    { state: 'fails', tells: 'the worker of turns: PROBLEM: denied', remedy: REDEPLOY },
  ])
  expect(judgeMappings([worker], expected, PROD)).toMatchObject([
    { state: 'fails', tells: 'the relay has no event source mapping' },
  ])
})

test('reports messages that wait long or have an unknown age', () => {
  const queue = (name: string, holding: number, ageSeconds?: number) => ({ name, holding, ageSeconds })
  expect(judgeQueues([queue('turns', 0), queue('deliveries', 5, 90)])).toMatchObject([{ state: 'ok' }])
  expect(judgeQueues([queue('turns', 1), queue('deliveries', 5, 7300), queue('windows', 0)])).toMatchObject([
    {
      state: 'warning',
      tells: 'turns: 1 message, age unknown to CloudWatch',
      remedy: 'repeat the check in some minutes',
    },
    { state: 'warning', tells: 'deliveries: 5 messages, the oldest is 2 h old' },
  ])
})

test('reports agents with a tool that cannot be used', () => {
  const settings = (active: boolean, apiSchema: unknown) => JSON.stringify({ tools: [{ active, apiSchema }] })
  expect(hasToolProblem(settings(true, {}))).toBe(true)
  expect(hasToolProblem(settings(false, {}))).toBe(false)
  expect(hasToolProblem(settings(true, { url: 'https://api.example.com' }))).toBe(false)
  for (const json of ['{}', '{']) expect(hasToolProblem(json)).toBe(false)
  const none = {
    agentsWithProblems: [],
    connectorsWithProblems: [],
    documentsWithProblems: [],
    agentsWithUnreadPages: [],
    documentsWithoutVectors: 0,
  }
  expect(judgeAgentTools(none)).toMatchObject([{ state: 'ok' }])
  const some = {
    agentsWithProblems: ['a1'],
    connectorsWithProblems: ['c1', 'c2'],
    documentsWithProblems: ['d1'],
    agentsWithUnreadPages: ['a2'],
    documentsWithoutVectors: 3,
  }
  expect(judgeAgentTools(some)).toMatchObject([
    { state: 'warning', tells: expect.stringMatching(/: a1$/) },
    { state: 'warning', tells: expect.stringMatching(/^2 MCP connectors .*: c1, c2$/) },
    { state: 'warning', tells: expect.stringMatching(/^1 document .*: d1$/) },
    { state: 'warning', tells: expect.stringMatching(/^1 agent with pages .*: a2$/) },
    { state: 'warning', tells: expect.stringMatching(/^3 documents without vectors/) },
  ])
})
