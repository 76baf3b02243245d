// @module-tag long
// @module-tag full
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Service } from '@replywright/local/start-service.ts'
import type { Received } from '@replywright/simulators/receiver/serve.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeLostDelivery } from '../deliveries/lost-delivery.ts'
import { deliveryReader } from '../deliveries/read-delivery.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { fillTable } from '../support/fill-table.ts'
import { runClient } from '../support/run-client.ts'
import { callApi, freshCustomer, startTestService } from '../support/service.ts'
import { execOps, startOps, typeOps } from './run-ops.ts'

const PATH = '/demo'
const ACCOUNT = ['--wa-id', '1', '--account-name', 'x', '--phone-number-id', '2']
const WAIT = { timeout: 90_000, interval: 200 }
const DEAD = 5

const Rehearsed = v.object({
  read: v.object({ secrets: v.number() }),
  counts: v.array(v.object({ kind: v.string(), now: v.number(), restored: v.number() })),
})

let service: Service
let sqs: SQSClient
let readDelivery: ReturnType<typeof deliveryReader>
let organization: string
/** First attempts of the deliveries that became dead letters, by delivery id. */
let dead: ReadonlyMap<string, Received>

const ops = (...args: string[]) => typeOps(service, args)
const opsJson = async (...args: string[]): Promise<unknown> => JSON.parse(await ops(...args, '--json'))
const queueUrl = (output: string) => outputOf(service.cloud, output)

/** Counts the messages of the dead-letter queue of deliveries that are visible, and those in flight. */
async function deadLetters(): Promise<{ visible: number; held: number }> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl('DeliveriesDeadLetterQueueUrl'), AttributeNames: ['All'] }),
  )
  return {
    visible: Number(Attributes.ApproximateNumberOfMessages),
    held: Number(Attributes.ApproximateNumberOfMessagesNotVisible),
  }
}

beforeAll(async () => {
  service = await startTestService()
  sqs = clientOf(SQSClient, service.cloud)
  readDelivery = deliveryReader(service)
  service.receiver.behave(PATH, { status: 500, body: '{"sorry":true}' })
  const customers = Array.from({ length: DEAD }, freshCustomer)
  await Promise.all(customers.map((from) => service.provider.sendAsCustomer({ from, text: 'Where is it?' })))
  await vi.waitFor(async () => expect(await deadLetters()).toEqual({ visible: DEAD, held: 0 }), WAIT)
  dead = new Map(service.receiver.received(PATH).map((attempt) => [attempt.deliveryId ?? '', attempt]))
  const Organizations = v.array(v.object({ id: v.string(), name: v.string() }))
  const organizations = v.parse(Organizations, await opsJson('organizations', 'list'))
  organization = organizations.find(({ name }) => name === 'Demo')?.id ?? ''
})
afterAll(() => service?.stop())

/** Returns the tables of rehearsals. */
async function rehearsals(): Promise<string[]> {
  const { TableNames = [] } = await clientOf(DynamoDB, service.cloud).listTables()
  return TableNames.filter((name) => name.includes('rehearsal'))
}

/** Waits for the next attempt of a delivery at the customer's endpoint. */
const received = (id: string, after: number) =>
  vi.waitFor(() => {
    const [first] = service.receiver.received(PATH).filter((one) => one.deliveryId === id && one.receivedAt > after)
    if (!first) throw new Error(`${id} was not delivered`)
    return first
  }, WAIT)

describe('reading', () => {
  test('dead-letter queues are listed with their messages, which stay in the queue', async () => {
    expect(await opsJson('dead-letters', 'list')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'deliveries', messages: DEAD, oldestAt: expect.stringMatching(/^\d{4}-.*Z$/) }),
        expect.objectContaining({ name: 'relay', messages: 0, oldestAt: null }),
      ]),
    )
    const listed = await opsJson('dead-letters', 'list', '--queue', 'deliveries')
    expect(listed).toMatchObject({ queue: 'deliveries', more: false })
    const delivery = { status: 'failed', cause: 'server_error', attemptCount: 4, exhausted: true }
    expect(listed).toMatchObject({
      messages: [...dead.keys()]
        .toSorted()
        .map(() => ({ organizationId: organization, webhookName: 'Demo webhook 1', delivery })),
    })
    const { messages } = v.parse(v.object({ messages: v.array(v.object({ deliveryId: v.string() })) }), listed)
    expect(messages.map(({ deliveryId }) => deliveryId).toSorted()).toEqual([...dead.keys()].toSorted())
    expect(await deadLetters()).toEqual({ visible: DEAD, held: 0 })
  })

  test('a limited list says that there are more', async () => {
    const text = await ops('dead-letters', 'list', '--queue', 'deliveries', '--limit', '3')
    expect(text.split('\n').filter((line) => /server_error\s+4\s+no\s+message\.received/.test(line))).toHaveLength(3)
    expect(text).toContain('more than 3 messages. Increase --limit.')
  })

  test('a dead letter is shown with all attempts', async () => {
    const [id = ''] = dead.keys()
    const text = await ops('dead-letters', 'show', '--id', id)
    expect(text).toMatch(new RegExp(`organization +${organization}`))
    expect(text).toMatch(/Attempts\n#.*\n1 .* 500 .*server_error\n2 .*\n3 .*\n4 .*server_error\n/)
    expect(text).toContain('"sorry": true')
    expect(await deadLetters()).toEqual({ visible: DEAD, held: 0 })
  })
})

describe('changing', () => {
  test('dead letters are redriven by id, by number or all, and keep their ids', async () => {
    const [one = '', thrownAway = '', replayed = '', ...rest] = dead.keys()
    service.receiver.behave(PATH, { status: 200 })
    const before = Date.now()
    const redrive = ['dead-letters', 'redrive', '--queue', 'deliveries']
    expect(await opsJson(...redrive, '--id', one)).toEqual({ queue: 'deliveries', moved: 1 })
    expect((await received(one, before)).body).toEqual(dead.get(one)?.body)
    expect(await deadLetters()).toEqual({ visible: DEAD - 1, held: 0 })

    const purge = ['dead-letters', 'purge', '--queue', 'deliveries', '--id', thrownAway]
    await expect(ops(...purge)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Use --yes') })
    expect(await deadLetters()).toEqual({ visible: DEAD - 1, held: 0 })
    expect(await opsJson(...purge, '--yes')).toMatchObject({ purged: 1, messages: [{ deliveryId: thrownAway }] })

    const { baseUrl, apiKey } = service.ready
    await callApi(baseUrl, apiKey, 'POST', `/webhook-deliveries/${replayed}/replay/`)
    expect(await opsJson(...purge.slice(0, 4), '--replayed', '--yes')).toMatchObject({
      purged: 1,
      messages: [{ deliveryId: replayed }],
    })

    expect(await opsJson(...redrive, '--limit', '1')).toEqual({ queue: 'deliveries', moved: 1 })
    expect(await ops(...redrive)).toBe('1 message of deliveries moved back.\n')
    for (const id of rest) expect((await received(id, before)).verdict.ok).toBe(true)
    expect(await deadLetters()).toEqual({ visible: 0, held: 0 })
  })

  test.each([
    ['number connect', '--wa-id=1', '--account-name=x', '--phone-number-id=2', '--number=447700900999'],
    ['webhook create', '--user=u', '--name=x', '--url=https://example.com/hook'],
  ])('%s refuses an organisation that does not exist', async (command, ...options) => {
    const args = [...command.split(' '), ...options, `--organization=${randomUUID()}`]
    await expect(execOps(service, args, { ACCESS_TOKEN: 'token' })).rejects.toMatchObject({
      code: 2,
      stderr: 'organization: does not exist\n',
    })
  })

  test.each([
    ['organization create', ['--name', ' '], 'name: is required'],
    ['number connect', ['--number', '12', ...ACCOUNT], 'number: must be a phone number in E.164 format'],
    ['webhook create', ['--user', 'u', '--name', 'x', '--url', 'https://example.com'], '--user: no member has this id'],
    ['webhook create', ['--user', 'u', '--name', 'x'.repeat(300), '--url', 'https://example.com'], 'name: must be'],
    ['api-key create', ['--user', 'u', '--name', 'x', '--permission', 'all'], 'permission: must be one of'],
  ])('%s refuses the options %j', async (command, options, problem) => {
    const owner = /^(organization|users)/.test(command) ? [] : ['--organization', organization]
    const running = execOps(service, [...command.split(' '), ...options, ...owner], { ACCESS_TOKEN: 'token' })
    await expect(running).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(problem) })
  })

  test('reconcile sends a pending delivery without a message again, once', async () => {
    const before = Date.now()
    const lost = await writeLostDelivery(service.cloud, {
      organizationId: organization,
      webhookId: service.ready.webhook.id,
      at: before - 3_600_000,
    })
    const found = { overdue: { deliveries: 1 }, scanned: expect.any(Number), readUnits: expect.any(Number) }
    expect(await opsJson('reconcile', '--older-than', '2h')).toMatchObject({ overdue: { deliveries: 0 } })
    expect(await opsJson('reconcile', '--dry-run')).toMatchObject({ dryRun: true, ...found })
    expect(await opsJson('reconcile')).toMatchObject({ dryRun: false, ...found })
    expect((await received(lost.id, before)).body.toString()).toBe(lost.payload)
    await vi.waitFor(async () => expect(await opsJson('reconcile')).toMatchObject({ overdue: { deliveries: 0 } }), WAIT)
    expect(service.receiver.received(PATH).filter(({ deliveryId }) => deliveryId === lost.id)).toHaveLength(1)
  })

  test("a webhook's secret can be rotated", async () => {
    const one = ['--organization', organization, '--id', service.ready.webhooks[1]?.id ?? '']
    const { signingSecret } = v.parse(
      v.object({ signingSecret: v.pipe(v.string(), v.regex(/^whsec_/)) }),
      await opsJson('webhook', 'rotate-secret', ...one),
    )
    expect(signingSecret).not.toBe(service.ready.webhooks[1]?.secret)
  })

  test('an API key is created for work in an organisation, and revoked', async () => {
    const Members = v.array(v.object({ id: v.string(), role: v.string() }))
    const members = v.parse(Members, await opsJson('users', 'list', '--organization', organization))
    const owner = members.find(({ role }) => role === 'admin')?.id ?? ''
    const create = ['api-key', 'create', '--organization', organization, '--user', owner, '--name', 'Operator']
    const { id, apiKey } = v.parse(v.object({ id: v.string(), apiKey: v.string() }), await opsJson(...create))
    const ready = { ...service.ready, apiKey }
    expect((await runClient({ ready }, ['webhooks', 'list'])).lines.join('\n')).toContain(service.ready.webhook.id)
    const revoke = ['api-keys', 'revoke', '--organization', organization, '--id']
    expect(await ops(...revoke, id)).toContain('Revoked.')
    await vi.waitFor(async () => {
      const { exitCode, lines } = await runClient({ ready }, ['webhooks', 'list'])
      expect({ exitCode, lines }).toEqual({ exitCode: 2, lines: [expect.stringContaining('401')] })
    }, WAIT)
    await expect(ops(...revoke, 'unknown')).rejects.toMatchObject({
      stderr: expect.stringContaining('No such API key'),
    })
  })

  test('restore rehearse reads a second table as the service does, compares it, and deletes it', async () => {
    const rehearsed = await opsJson('restore', 'rehearse', '--yes')
    expect(rehearsed).toMatchObject({ missing: [], read: { organizations: 2, webhooks: expect.any(Number) } })
    const { counts, read } = v.parse(Rehearsed, rehearsed)
    expect(read.secrets).toBeGreaterThan(1)
    expect(counts.find(({ kind }) => kind === 'organization')).toEqual({ kind: 'organization', now: 2, restored: 2 })
    expect(await rehearsals()).toEqual([])
  })

  test('restore rehearse deletes its table after Ctrl-C', async () => {
    const rehearsal = startOps(service, ['restore', 'rehearse', '--yes'])
    await vi.waitFor(async () => expect(await rehearsals()).toHaveLength(1), { ...WAIT, interval: 20 })
    await rehearsal.interrupt()
    expect(await rehearsals()).toEqual([])
  })

  test('restore adds missing items from a restored table, and keeps existing ones', async () => {
    const [id = ''] = dead.keys()
    const webhookId = service.ready.webhook.id
    const there = await readDelivery(webhookId, id)
    const expired = { pk: 'restored#expired', sk: 'item', expiresAt: 1 }
    await fillTable(service.cloud, 'Restored', [
      { pk: `d#${webhookId}#0`, sk: id, s: 'pending' },
      { pk: 'restored#lacking', sk: 'item', name: 'kept' },
      expired,
    ])
    const restore = ['restore', '--from-table', 'Restored', '--yes']
    expect(await opsJson(...restore)).toEqual({ 'items read': 3, 'items put back': 1, 'of erased customers': 0 })
    expect(await opsJson(...restore)).toMatchObject({ 'items read': 3, 'items put back': 0 })
    const done = Buffer.from(JSON.stringify([null, {}])).toString('base64url')
    // The first of two segments was complete.
    const rest = await opsJson(...restore, '--continue', done)
    expect(rest).toMatchObject({ 'items read': expect.toBeOneOf([0, 1, 2, 3]), 'items put back': 0 })
    await expect(ops(...restore, '--continue', 'x')).rejects.toMatchObject({
      stderr: expect.stringContaining('position'),
    })
    expect(await readDelivery(webhookId, id)).toEqual(there)
  })

  test("the relay's dead letters are purged together and printed", async () => {
    for (const MessageBody of ['{"eventID":"1"}', '{"eventID":"2"}'])
      await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('RelayDeadQueueUrl'), MessageBody }))
    await expect(ops('dead-letters', 'redrive', '--queue', 'relay')).rejects.toMatchObject({
      stderr: expect.stringContaining('npm run ops -- reconcile'),
    })
    const text = await ops('dead-letters', 'purge', '--queue', 'relay', '--yes')
    expect(text).toContain('{"eventID":"1"}')
    expect(text).toContain('{"eventID":"2"}')
    expect(text).toContain('2 messages of relay deleted.')
  })
})

test.each([
  ['an unknown command', ['dead-letters', 'purg'], 2, /^unknown command 'purg'\n\(Did you mean purge\?\)/],
  [
    'a missing option',
    ['webhook', 'rotate-secret', '--id', 'x'],
    2,
    /^Missing: --organization\n\n {2}webhook rotate-secret /,
  ],
  ['an unknown option', ['reconcile', '--dry-rum'], 2, /'--dry-rum'\n\(Did you mean --dry-run\?\)/],
  [
    'an unknown queue',
    ['dead-letters', 'list', '--queue', 'x'],
    1,
    /^There is no dead-letter queue "x"\. Valid names: .*deliveries/,
  ],
])('%s is rejected with the correct usage', async (_, args, code, message) => {
  await expect(ops(...args)).rejects.toMatchObject({ code, stderr: expect.stringMatching(message) })
})

test('a service that is not running is reported with the command to start it', async () => {
  const nowhere = typeOps({ dataDir: join(service.dataDir, 'nowhere') }, ['organizations', 'list'])
  await expect(nowhere).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm start') })
})
