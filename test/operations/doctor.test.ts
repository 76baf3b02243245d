// @module-tag full
import { APIGateway } from '@aws-sdk/client-api-gateway'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { SNS } from '@aws-sdk/client-sns'
import { SQS } from '@aws-sdk/client-sqs'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { startTestService } from '../support/service.ts'
import { runOps, startOps, typeOps } from './run-ops.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const output = (name: string) => outputOf(service.cloud, name)

const keepExpiry = (Enabled: boolean) =>
  clientOf(DynamoDB, service.cloud).updateTimeToLive({
    TableName: output('TableName'),
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled },
  })

const Lines = v.array(
  v.object({ check: v.string(), state: v.string(), tells: v.string(), remedy: v.nullable(v.string()) }),
)
const Ended = v.object({ code: v.number(), stdout: v.string() })

/** Returns the exit code, and all lines of the report by check. */
async function examine(...args: string[]) {
  const typed = typeOps(service, ['doctor', '--json', ...args]).then((stdout) => ({ code: 0, stdout }))
  const { code, stdout } = v.parse(Ended, await typed.catch((error: unknown) => error))
  const lines = v.parse(Lines, JSON.parse(stdout))
  return { code, lines: Object.groupBy(lines, ({ check }) => check) }
}

test('every check passes after the first start; checks of AWS only are not applicable', async () => {
  const { code, lines } = await examine()
  expect(code).toBe(0)
  const states = Object.fromEntries(
    Object.entries(lines).map(([check, found]) => [check, found?.map(({ state }) => state)]),
  )
  expect(states).toEqual({
    stacks: ['not_applicable'],
    table: ['ok'],
    concurrency: ['not_applicable'],
    'ingress reserve': ['not_applicable'],
    'event sources': ['ok'],
    provider: ['ok'],
    numbers: ['ok'],
    model: ['ok'],
    voice: ['not_applicable'],
    'first steps': ['ok'],
    'usage plan': ['ok'],
    'API key quota': ['ok'],
    'API keys': ['ok'],
    'agent tools': ['ok'],
    'API Gateway logs': ['not_applicable'],
    mail: ['not_applicable'],
    'alarm subscribers': ['not_applicable'],
    alarms: ['ok'],
    'dead letters': ['ok'],
    queues: ['ok'],
  })
  expect(lines['event sources']).toMatchObject([{ tells: expect.stringContaining('9 mappings') }])
  expect(lines['first steps']).toMatchObject([{ tells: '2 organisations, 1 connected number, 3 API keys' }])
})

test('the text report has one line per check; --quick omits checks of the whole table', async () => {
  const shown = await typeOps(service, ['doctor', '--quick'])
  expect(shown).toMatch(/^ok +table +active; expiry is on$/m)
  expect(shown).toMatch(/^0 fail, 0 warnings, 0 unknown, 9 ok$/m)
  expect(shown).not.toContain('API keys')
})

/** Returns the number of webhooks, agents and templates, of all organisations. */
async function countMade(): Promise<Readonly<Record<string, number>>> {
  const { Items = [] } = await clientOf(DynamoDB, service.cloud).scan({
    TableName: output('TableName'),
    ProjectionExpression: '#e',
    ExpressionAttributeNames: { '#e': '_e' },
  })
  const kinds = Object.groupBy(Items, ({ _e }) => _e?.S ?? '')
  const countOf = (kind: string) => kinds[kind]?.length ?? 0
  return { webhooks: countOf('webhook'), agents: countOf('agent'), templates: countOf('template') }
}

async function namesOfOrganizations(): Promise<readonly string[]> {
  const listed: unknown = JSON.parse(await typeOps(service, ['organizations', 'list', '--json']))
  return v.parse(v.array(v.object({ name: v.string() })), listed).map(({ name }) => name)
}

test('the smoke test delivers a message, gets an answer, and leaves only its organisation behind', async () => {
  const before = await countMade()
  const steps = JSON.parse(await typeOps(service, ['smoke', '--yes', '--json']))
  expect(steps).toEqual(
    ['set up', 'message', 'delivery', 'answer', 'template', 'removal'].map((step) => ({
      step,
      milliseconds: expect.any(Number),
      problem: null,
    })),
  )
  expect(await countMade()).toEqual(before)
  expect((await namesOfOrganizations()).filter((name) => name === 'Smoke test')).toHaveLength(1)
})

test('the smoke test removes what it created after Ctrl-C', async () => {
  const before = await countMade()
  const released = Promise.withResolvers<void>()
  service.model.script('Answer with the word smoke', [{ until: released.promise, text: 'smoke' }])
  const smoke = startOps(service, ['smoke', '--yes', '--json'])
  await service.model.next(({ outcome, userTexts }) => !outcome && userTexts.join().includes('the word smoke'))
  const { code, stdout } = await smoke.interrupt()
  released.resolve()
  const [interrupted, removal] = JSON.parse(stdout).slice(-2)
  expect([code, interrupted.problem]).toEqual([1, 'This operation was aborted'])
  expect(removal).toMatchObject({ step: 'removal', problem: null })
  expect(await countMade()).toEqual(before)
  expect((await namesOfOrganizations()).filter((name) => name === 'Smoke test')).toHaveLength(1)
})

test('reports whether the alarms have subscribers', async () => {
  const sns = clientOf(SNS, service.cloud)
  const TopicArn = output('AlarmTopicArn')
  const { SubscriptionArn } = await sns.subscribe({ TopicArn, Protocol: 'email', Endpoint: 'ops@example.com' })
  expect((await examine('--quick')).lines['alarm subscribers']).toMatchObject([{ state: 'ok' }])
  await sns.unsubscribe({ SubscriptionArn })
  expect((await examine('--quick')).lines['alarm subscribers']).toMatchObject([{ state: 'not_applicable' }])
})

test('reports keys without a row, rows without a key and keys without a plan, with remedies', async () => {
  const gateway = clientOf(APIGateway, service.cloud)
  const usagePlanId = output('UsagePlanId')
  const { id: orphan = '' } = await gateway.createApiKey({
    name: 'orphan',
    enabled: true,
    tags: { service: 'messaging', stage: 'local' },
  })
  await gateway.createUsagePlanKey({ usagePlanId, keyId: orphan, keyType: 'API_KEY' })
  await gateway.createApiKey({ name: 'of another service of the account', enabled: true })
  const { organization = '', user = '' } = await runOps(service, ['organization', 'create', '--name', 'Keys'])
  const create = ['api-key', 'create', '--organization', organization, '--user', user, '--name']
  for (const name of ['lost', 'detached']) await runOps(service, [...create, name])
  const { items = [] } = await gateway.getApiKeys({ limit: 500 })
  const idOf = (name: string) => items.find((key) => key.name === `${organization}/${name}`)?.id ?? ''
  await gateway.deleteApiKey({ apiKey: idOf('lost') })
  await gateway.deleteUsagePlanKey({ usagePlanId, keyId: idOf('detached') })
  const { code, lines } = await examine()
  expect(lines['API keys']).toEqual([
    {
      check: 'API keys',
      state: 'warning',
      tells: expect.stringMatching(new RegExp(`^1 key at API Gateway without a row.*: ${orphan}$`)),
      remedy: 'npm run ops -- api-keys clean --delete',
    },
    expect.objectContaining({
      state: 'fails',
      tells: expect.stringMatching(new RegExp(`^1 row .*: ${idOf('lost')}$`)),
    }),
    expect.objectContaining({
      state: 'fails',
      tells: expect.stringMatching(new RegExp(`^1 key not in the usage plan.*: ${idOf('detached')}$`)),
    }),
  ])
  expect(code).toBe(1)
})

test('reports a dead letter with its queue and its alarm', async () => {
  const sqs = clientOf(SQS, service.cloud)
  await sqs.sendMessage({ QueueUrl: output('WindowsDeadLetterQueueUrl'), MessageBody: '{}' })
  await sqs.sendMessage({ QueueUrl: output('DeliveriesDeadLetterQueueUrl'), MessageBody: '{}' })
  const { code, lines } = await examine('--quick')
  expect(code).toBe(1)
  expect(lines['dead letters']).toEqual([
    {
      check: 'dead letters',
      state: 'warning',
      tells: 'deliveries: 1 message',
      remedy: 'npm run ops -- dead-letters list --queue deliveries',
    },
    expect.objectContaining({ state: 'fails', tells: 'windows: 1 message' }),
  ])
  // A failing endpoint of a customer is no alarm.
  expect(lines.alarms).toMatchObject([
    {
      state: 'fails',
      tells: expect.stringContaining('DeadLetters-windows is active'),
      remedy: 'docs/operations.md, DeadLetters',
    },
  ])
})

test('reports an unreachable model, a missing provider and a table without expiry on their own lines', async () => {
  await runOps(service, ['model', 'set', '--base-url', 'http://127.0.0.1:1/v1', '--model', 'a', '--models', 'any'], {
    MODEL_API_KEY: 'k',
  })
  const { lines: before } = await examine('--quick')
  expect(before).toMatchObject({
    model: [{ state: 'fails', remedy: expect.stringContaining('model set') }],
    provider: [{ state: 'ok' }],
    table: [{ state: 'ok' }],
  })
  const database = clientOf(DynamoDB, service.cloud)
  const TableName = output('TableName')
  await database.deleteItem({ TableName, Key: { pk: { S: 'settings' }, sk: { S: 'provider' } } })
  await keepExpiry(false)
  onTestFinished(async () => {
    await keepExpiry(true)
  })
  await runOps(service, ['model', 'reset'])
  const { lines: after } = await examine('--quick')
  expect(after).toMatchObject({
    provider: [{ state: 'fails', remedy: 'APP_SECRET=… VERIFY_TOKEN=… npm run ops -- provider set' }],
    table: [{ state: 'fails', tells: expect.stringContaining('items do not expire') }],
    // Amazon Bedrock is not hosted here.
    model: [{ state: 'fails', tells: expect.stringContaining('amazon.nova-2-lite-v1:0') }],
  })
})
