// @module-tag full

import { setTimeout } from 'node:timers/promises'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { writeValues } from '@replywright/core/answering/memory/memory-store.ts'
import { checkSession } from '@replywright/core/answering/sessions/watch-session.ts'
import { GENERATED_PREFIX } from '@replywright/core/answering/tools/image-tool.ts'
import { storeResult } from '@replywright/core/answering/turns/turn-steps.ts'
import { findConversation } from '@replywright/core/conversations/conversation-entity.ts'
import { park } from '@replywright/core/conversations/messages/parked-entity.ts'
import { getDelivery } from '@replywright/core/deliveries/get-delivery.ts'
import { copyDelivery, writePayload } from '@replywright/core/deliveries/new-delivery.ts'
import { restoreItems } from '@replywright/core/operations/restore/restore.ts'
import { derivedId, newId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DashboardSession } from '../dashboard/session.ts'
import { startSignedIn } from '../dashboard/start-signed-in.ts'
import { waitUntilIdle } from '../faults/wait-until-idle.ts'
import { typeOps } from '../operations/run-ops.ts'
import { administratorOf, clientOf, outputOf } from '../support/administrator.ts'
import { chats } from '../support/chats.ts'
import { runClient } from '../support/run-client.ts'
import { freshCustomer } from '../support/service.ts'
import { storedItems } from '../support/stored-items.ts'
import { everythingStored } from './agent-fixtures.ts'
import { agentWorld, type Party } from './agent-world.ts'

let service: Service
let demo: DashboardSession
let other: DashboardSession
const world = agentWorld(() => service)
beforeAll(async () => {
  ;({ service, demo, other } = await startSignedIn({ agentAnswers: true, log: world.log }))
})
afterAll(() => service?.stop())

const { api, logged, newAgent, nextAsked, party, stored, write } = world
const { postChange } = chats(() => service)
const MEMORY_KEYS = [{ key: 'size', type: 'number', initialValue: '', whenToUpdate: 'when they tell it' }]
const ORGANIZATION = derivedId('demo organization', 'Demo')
const WAIT = { timeout: 90_000, interval: 200 }

const Memory = v.object({
  agents: v.array(
    v.object({ id: v.string(), keys: v.array(v.object({ id: v.string(), value: v.nullable(v.string()) })) }),
  ),
})
const Step = v.looseObject({
  next: v.nullable(v.string()),
  records: v.optional(v.array(v.looseObject({ type: v.string() })), []),
  erased: v.optional(v.record(v.string(), v.number()), {}),
  waitSeconds: v.optional(v.number(), 0),
})

async function memoryOf(chat: Party) {
  const { body } = await demo.call('GET', `/v1/conversations/${chat.id}/memory/`)
  const [agent] = v.parse(Memory, body).agents
  return { agentId: agent?.id, keyId: agent?.keys[0]?.id, value: agent?.keys[0]?.value }
}

/** Runs all steps of an export or erasure. */
async function steps(run: (cursor: string | undefined) => ReturnType<DashboardSession['call']>) {
  const done: v.InferOutput<typeof Step>[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { status, body } = await run(cursor)
    expect(status).toBe(200)
    const step = v.parse(Step, body)
    done.push(step)
    // As the dashboard does: until then a step erases nothing.
    await setTimeout(step.waitSeconds * 1000)
    cursor = step.next
  }
  return done
}
const exported = async (customer: string, session = demo) =>
  (
    await steps((cursor) =>
      session.call('GET', `/v1/customers/${customer}/export/${cursor ? `?cursor=${cursor}` : ''}`),
    )
  ).flatMap(({ records }) => records)
/** `erasurePauseSeconds` of the local stage. On a slow machine it may end during a step, which then does not wait. */
const PAUSE_MILLISECONDS = 2000
const erase = (customer: string, session = demo) =>
  steps((cursor) => session.call('DELETE', `/v1/customers/${customer}/${cursor ? `?cursor=${cursor}` : ''}`))

describe('the memory of a customer', () => {
  test('is shown, changed and erased; another organisation reaches none of it', async () => {
    const chat = await party(await newAgent({ memoryKeys: MEMORY_KEYS }))
    await write(chat, '/call update_memory {"size": 42}')
    await logged('turn.answered', chat)
    const { agentId, keyId, value } = await memoryOf(chat)
    expect(value).toBe('42')
    const path = `/v1/conversations/${chat.id}/memory/`
    expect(await demo.call('PUT', path, { agentId, keyId, value: '43' })).toMatchObject({ status: 200 })
    expect(await memoryOf(chat)).toMatchObject({ value: '43' })
    expect(await demo.call('PUT', path, { agentId, keyId, value: '{' })).toMatchObject({ status: 400 })
    expect(await demo.call('PUT', path, { agentId, keyId: 'x', value: '1' })).toMatchObject({ status: 400 })
    for (const [method, below, body] of [
      ['GET', '', undefined],
      ['PUT', '', { agentId, keyId, value: '1' }],
      ['POST', 'erase/', {}],
    ] as const)
      expect(await other.call(method, `${path}${below}`, body)).toMatchObject({ status: 404 })
    expect(await demo.call('POST', `${path}erase/`, { agentId, keyId })).toMatchObject({ status: 200 })
    expect(await memoryOf(chat)).toMatchObject({ value: null })

    const details = await demo.call('GET', `/v1/conversations/${chat.id}/details/`)
    const { cost } = v.parse(
      v.looseObject({
        cost: v.object({ session: v.looseObject({}), total: v.looseObject({ inputTokens: v.number() }) }),
      }),
      details.body,
    )
    expect(cost.session).toEqual(cost.total)
    expect(cost.total.inputTokens).toBeGreaterThan(0)
  })

  test('stays erased although a running turn remembers it', async () => {
    const chat = await party(await newAgent({ memoryKeys: MEMORY_KEYS }))
    const question = `My size, ${chat.customer}`
    const erasure = Promise.withResolvers<void>()
    service.model.script(question, [
      { until: erasure.promise, toolCalls: [{ name: 'update_memory', arguments: { size: 42 } }] },
      { text: 'Remembered' },
    ])
    await write(chat, question)
    await nextAsked(question)
    await demo.call('POST', `/v1/conversations/${chat.id}/memory/erase/`, {})
    erasure.resolve()
    await logged('turn.answered', chat)
    expect(await memoryOf(chat)).toMatchObject({ value: null })
    await write(chat, '/call update_memory {"size": 44}')
    await logged('turn.answered', chat, 2)
    expect(await memoryOf(chat)).toMatchObject({ value: '44' })
  })
})

describe("a customer's data", () => {
  test('is exported and erased as a whole, from the table and the bucket', async () => {
    const chat = await party(await newAgent({ memoryKeys: MEMORY_KEYS }))
    const { customer } = chat
    const before = await storedObjects(chat)
    const name = `Quentin ${customer.slice(-4)} Quibble`
    await write(chat, '/call update_memory {"size": 42}', { name })
    await logged('turn.answered', chat)
    await service.provider.sendAsCustomer({ from: customer, name, image: {} })
    const { json } = await service.receiver.next(({ body }) => body.includes(`+${customer}`) && body.includes('"url"'))
    const { url } = v.parse(v.object({ message: v.object({ media: v.tuple([v.object({ url: v.string() })]) }) }), json)
      .message.media[0]
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(302)
    const tooLarge = { from: customer, id: `wamid.${customer}`, type: 'text', text: { body: 'x'.repeat(500 * 1024) } }
    await postChange('messages', { messages: [{ ...tooLarge, timestamp: String(Math.floor(Date.now() / 1000)) }] })
    await logged('turn.answered', chat, 2)
    expect(await storedObjects(chat)).toHaveLength(before.length + 2)

    expect((await demo.call('GET', `/v1/customers/${customer}/`)).body).toMatchObject({
      name,
      conversations: [{ id: chat.id }],
      memories: 1,
    })
    expect(await demo.call('PATCH', `/v1/customers/${customer}/`, { optedOut: true })).toMatchObject({ status: 200 })
    const records = await exported(customer)
    expect(new Set(records.map(({ type }) => type))).toEqual(
      new Set([
        'customer',
        'conversation',
        'message',
        'turn',
        'turnStep',
        'turnResult',
        'memory',
        'marketing',
        'delivery',
        'parkedEvent',
      ]),
    )
    expect(await exported(customer, other)).toEqual([])
    for (const step of await erase(customer, other))
      expect(Object.values(step.erased).every((count) => count === 0)).toBe(true)
    expect(await exported(customer)).toHaveLength(records.length)

    const SourceTableName = outputOf(service.cloud, 'TableName')
    const backUp = (TargetTableName: string) =>
      clientOf(DynamoDB, service.cloud).restoreTableToPointInTime({
        SourceTableName,
        TargetTableName,
        UseLatestRestorableTime: true,
      })
    await backUp('BeforeErasure')
    const erased = await erase(customer)
    expect(Object.assign({}, ...erased.map((step) => step.erased))).toMatchObject({ conversations: 1 })
    await vi.waitFor(async () => {
      const stored = await everythingStored(service)
      expect(stored.includes(customer)).toBe(false)
      expect(stored.includes(name)).toBe(false)
    }, WAIT)
    expect(await storedObjects(chat)).toEqual(before)
    // Kept under a hash, so that the customer gets no marketing.
    expect(await exported(customer)).toEqual([{ type: 'marketing', optedOut: true }])
    expect(await api('GET', `/conversations/${chat.id}/`)).toMatchObject({ status: 404 })
    const { leftOut } = await restoreItems('BeforeErasure', Date.now())
    // All but the refusal of marketing, which is kept.
    expect(leftOut).toBeGreaterThanOrEqual(records.length - 1)
    expect((await everythingStored(service)).includes(customer)).toBe(false)

    await write(chat, 'Hello again')
    await logged('turn.answered', chat, 3)
    expect((await demo.call('GET', `/v1/customers/${customer}/`)).body).toMatchObject({
      conversations: [{ messages: 2 }],
      memories: 0,
    })
    // What the customer wrote since is in this backup.
    await backUp('AfterErasure')
    const lost = [`c#${ORGANIZATION}#${chat.id}`, 'conversation'] as const
    await storedItems(service.cloud).delete(...lost)
    expect(await restoreItems('AfterErasure', Date.now())).toMatchObject({ restored: 1, leftOut: 0 })
    expect(await storedItems(service.cloud).get(...lost)).toBeDefined()

    const print = async (command: string, ...options: string[]) =>
      (await runClient(service, ['customers', command, `+${customer}`, ...options])).lines.join('\n')
    expect(await print('export')).toContain('Hello again')
    expect(await print('erase', '--dry-run')).toMatch(/^conversations +1\nmessages +2\n/)
    expect(await print('erase')).toMatch(/^conversations +1$/m)
    expect(await print('export')).toBe('{"type":"marketing","optedOut":true}')
    // An entry for each step.
    const audit = ['audit', '--organization', ORGANIZATION, '--object', 'customer', '--limit', '20', '--json']
    const actor = expect.objectContaining({ apiKeyName: expect.any(String) })
    const { entries } = JSON.parse(await typeOps(service, audit))
    for (const action of ['erase', 'export'])
      expect(entries).toContainEqual(
        expect.objectContaining({ action, actor, objectId: null, objectName: null, outcome: 'done' }),
      )
    expect((await everythingStored(service)).includes(customer)).toBe(false)
  })

  test('is erased with its deliveries, also replays, events of the routing and what a crash left', async () => {
    const chat = await party(await newAgent({}))
    const { customer } = chat
    await write(chat, `Hello ${'long '.repeat(1000)}`)
    await logged('turn.answered', chat)
    const { deliveryId } = await receivedBy(customer)
    expect(await api('POST', `/webhook-deliveries/${deliveryId}/replay/`)).toMatchObject({ status: 201 })
    const { body } = await api('GET', `/webhook-deliveries/${deliveryId}/`)
    const { webhookId } = v.parse(v.object({ webhookId: v.string() }), body)
    const routing = { mode: 'webhook', webhookId }
    expect(await api('POST', `/conversations/${chat.id}/routing/`, routing)).toMatchObject({ status: 200 })
    await service.receiver.next(({ body }) => body.includes(`+${customer}`) && body.includes('subscription.activated'))

    const items = storedItems(service.cloud)
    expect(await items.get(`payload#${webhookId}#${deliveryId}`, 'payload')).toBeDefined()
    expect((await exported(customer)).filter(({ type }) => type === 'delivery').length).toBeGreaterThanOrEqual(3)

    const began = performance.now()
    const done = await erase(customer)
    // It waits also if the turn ended long ago: a wake-up may begin another one.
    expect(performance.now() - began).toBeGreaterThanOrEqual(PAUSE_MILLISECONDS)
    expect(done.reduce((sum, { erased }) => sum + (erased.deliveries ?? 0), 0)).toBeGreaterThanOrEqual(3)
    expect((await everythingStored(service)).includes(customer)).toBe(false)
  })

  test('is erased with what an interrupted turn or replay left, and what a turn remembers meanwhile', async () => {
    const chat = await party(await newAgent({}))
    const { customer } = chat
    const before = await storedObjects(chat)
    await write(chat, `Hello ${'long '.repeat(1000)}`)
    await logged('turn.answered', chat)

    // A picture that was created but not sent.
    const key = `${GENERATED_PREFIX}${ORGANIZATION}/${chat.id}`
    await clientOf(S3Client, service.cloud).send(
      new PutObjectCommand({ Bucket: outputOf(service.cloud, 'BucketName'), Key: key, Body: 'a picture' }),
    )
    const turn = { organizationId: ORGANIZATION, conversationId: chat.id, id: newId(), round: 0 }
    const result = { text: 'Created', media: [{ key, mimeType: 'image/png' }] }
    const stored = { index: 0, ran: true, changesOutside: false, creditCost: 0, result }
    await storeResult({ ...turn, expiresAt: Math.ceil(Date.now() / 1000) + 3600 }, 0, stored)

    // The payload of a copy that was not written.
    const { deliveryId } = await receivedBy(customer)
    const { delivery } = await getDelivery(ORGANIZATION, deliveryId, Date.now())
    const copy = { id: newId(), organizationId: ORGANIZATION, at: Date.now() }
    await writePayload(await copyDelivery(delivery, copy))

    // What an agent, to which a running turn was handed over, remembers after the memory was erased.
    const owner = (await findConversation(ORGANIZATION, chat.id))?.customerId ?? ''
    const memory = { organizationId: ORGANIZATION, agentId: newId(), ownerId: owner }
    const { next } = v.parse(Step, (await demo.call('DELETE', `/v1/customers/${customer}/`)).body)
    const now = Date.now()
    await writeValues(memory, new Map([[newId(), `"of ${customer}"`]]), { now, knownAt: now })
    await steps((cursor = next ?? '') => demo.call('DELETE', `/v1/customers/${customer}/?cursor=${cursor}`))
    expect(await everythingStored(service)).not.toContain(customer)
    expect(await storedObjects(chat)).toEqual(before)
  })

  test('stays erased although a report of its session is being written', async () => {
    const reason = { key: 'reason', type: 'string', initialValue: '', whenToUpdate: 'Why they wrote.' }
    const chat = await party(await newAgent({ outcomeKeys: [reason] }))
    const question = `Where is my order, ${chat.customer}?`
    await write(chat, question)
    await logged('turn.answered', chat)
    const [session] = await stored(chat, 'session#')
    const asked = `Customer: ${question}`
    const outcome = { summary: question, reason: `${chat.customer} ${'long '.repeat(1000)}` }
    const erasure = Promise.withResolvers<void>()
    const toolCalls = [{ name: 'record_outcome', arguments: outcome }]
    service.model.script(asked, [{ until: erasure.promise, toolCalls }])
    const key = { organizationId: ORGANIZATION, conversationId: chat.id, id: session?.id?.S ?? '' }
    await checkSession({ kind: 'session', ...key }, () => Date.now() + 86_400_000)
    await nextAsked(asked)
    await erase(chat.customer)
    erasure.resolve()
    // The report ends with its slot.
    await vi.waitFor(async () => expect(await everythingStored(service)).not.toContain(key.id), WAIT)
    expect(await everythingStored(service)).not.toContain(chat.customer)
  })

  test('stays erased although a wake-up is due meanwhile and afterwards', async () => {
    const agentId = await newAgent({ wakeUpConfigs: [{ description: 'to remind', forceMessage: true }] })
    const chat = await party(agentId)
    await write(chat, 'Hello')
    await logged('turn.answered', chat)
    const wakeUp = await world.putWakeUp(chat, agentId, `remember ${chat.customer}`)
    // On a slow machine, the pause for running turns can be over within this step.
    v.parse(Step, (await demo.call('DELETE', `/v1/customers/${chat.customer}/`)).body)
    await world.sendWakeUp(chat, wakeUp)
    await logged('turn.silent', chat)
    await erase(chat.customer)
    await world.sendWakeUp(chat, wakeUp)
    await waitUntilIdle(administratorOf(service))
    expect(await everythingStored(service)).not.toContain(chat.customer)
  })

  test('is erased in a few steps while the customer keeps writing, who is answered in a new conversation', async () => {
    const chat = await party(await newAgent({}))
    const { customer } = chat
    await write(chat, `My old secret, ${customer}`)
    await logged('turn.answered', chat)
    let sent = 0
    let isDone = false
    const writing = (async () => {
      for (; !isDone; sent++) {
        await service.provider.sendAsCustomer({ from: customer, text: `Message ${sent}` })
        await setTimeout(100)
      }
    })()
    const done = await erase(customer)
    isDone = true
    await writing
    expect(sent).toBeGreaterThan(2)
    expect(done.length).toBeLessThan(6)
    expect(await api('GET', `/conversations/${chat.id}/`)).toMatchObject({ status: 404 })
    const { body } = await demo.call('GET', `/v1/customers/${customer}/`)
    const { conversations } = v.parse(
      v.looseObject({ conversations: v.array(v.looseObject({ id: v.string(), messages: v.number() })) }),
      body,
    )
    expect(conversations).toHaveLength(1)
    const [next] = conversations
    expect(next?.id).not.toBe(chat.id)
    expect(await everythingStored(service)).not.toContain('My old secret')
    expect(await stored(chat, 'm#')).toEqual([])
    // No agent is paused. It has answered messages that were sent after the erasure, too.
    await write(chat, 'Are you there?')
    await vi.waitFor(() => expect(world.repliesTo(chat).join()).toContain('Are you there?'), WAIT)
  })

  test('is erased by a second run after an interrupted one, which pauses no agent', async () => {
    // On a slow machine the first step may be the last one.
    const chat = await vi.waitFor(async () => {
      const begun = await party(await newAgent({}))
      await write(begun, `My old secret, ${begun.customer}`)
      await logged('turn.answered', begun)
      const step = await demo.call('DELETE', `/v1/customers/${begun.customer}/`)
      expect(v.parse(Step, step.body)).toMatchObject({ waitSeconds: expect.any(Number), next: expect.any(String) })
      return begun
    }, 120_000)
    const { customer } = chat
    await service.provider.sendAsCustomer({ from: customer, text: `A new secret, ${customer}` })
    await erase(customer)
    expect(await everythingStored(service)).not.toContain(customer)
    expect(await stored(chat, 'm#')).toEqual([])
  })

  test('is found among many parked events of other organisations, a few in each step', async () => {
    const customer = freshCustomer()
    const raw = JSON.stringify({
      metadata: { phone_number_id: service.ready.numbers[0]?.phoneNumberId },
      from: customer,
    })
    await Promise.all(Array.from({ length: 60 }, (_, n) => park('test', { from: `other-${n}` }, Date.now())))
    await park('test', JSON.parse(raw), Date.now())
    const records = await steps((cursor) =>
      demo.call('GET', `/v1/customers/${customer}/export/${cursor ? `?cursor=${cursor}` : ''}`),
    )
    expect(records.flatMap((step) => step.records)).toMatchObject([{ type: 'parkedEvent', raw }])
    // Logs, at least three pages of parked events, conversations, memory.
    expect(records.length).toBeGreaterThanOrEqual(6)
  })

  test('of a customer who never wrote is empty, and an invalid number or cursor is rejected', async () => {
    const customer = freshCustomer()
    expect((await demo.call('GET', `/v1/customers/${customer}/`)).body).toEqual({
      name: '',
      id: '',
      names: [],
      optedOut: false,
      conversations: [],
      memory: [],
      memories: 0,
      lastMerge: null,
    })
    expect(await exported(customer)).toEqual([])
    expect(await demo.call('GET', '/v1/customers/abc/')).toMatchObject({ status: 404 })
    expect(await demo.call('GET', `/v1/customers/${customer}/export/?cursor=x`)).toMatchObject({ status: 400 })
  })
})

/** Returns the delivery that the receiver got of a customer's message. */
async function receivedBy(customer: string): Promise<{ readonly deliveryId: string }> {
  const { headers } = await service.receiver.next(
    ({ body }) => body.includes(`+${customer}`) && body.includes('"message.received"'),
  )
  return { deliveryId: String(headers['x-service-delivery']) }
}

/** Returns the keys of the files of a conversation in the bucket. */
async function storedObjects({ id }: Party): Promise<string[]> {
  const s3 = clientOf(S3Client, service.cloud)
  const Bucket = outputOf(service.cloud, 'BucketName')
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }))
  return Contents.flatMap(({ Key = '' }) => (Key.includes(id) || Key.startsWith('parked/') ? [Key] : []))
}
