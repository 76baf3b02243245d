// @module-tag full
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { agentWorld } from '../agents/agent-world.ts'
import { signInToDashboard } from '../dashboard/session.ts'
import { bodyOf } from '../dashboard/webhooks.ts'
import { typeOps } from '../operations/run-ops.ts'
import { idOf, startTestService } from '../support/service.ts'

const WAIT = { timeout: 90_000, interval: 200 }
const PATH = '/demo'
const Event = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  offsetMs: v.number(),
  durationMs: v.optional(v.number()),
  what: v.string(),
  where: v.string(),
  outcome: v.optional(v.string()),
  failed: v.boolean(),
  id: v.string(),
  content: v.optional(v.nullable(v.string())),
})
const Traced = v.looseObject({
  is: v.string(),
  message: v.optional(v.string()),
  conversation: v.optional(v.string()),
  readUnits: v.pipe(v.number(), v.minValue(1)),
  events: v.array(Event),
})
type Traced = v.InferOutput<typeof Traced>

let service: Service
const world = agentWorld(() => service)
const { api } = world

/** A customer's message that used a tool, was answered, and was delivered at the second attempt. */
let answered: { readonly messageId: string; readonly deliveryId: string; readonly conversationId: string }
/** A message whose delivery is a dead letter. */
let exhausted: typeof answered

beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: world.log })
  answered = await write([500, 200], '/call look_up {"order": "A-1"}')
  await service.receiver.next(({ deliveryId }) => deliveryId === answered.deliveryId, 30_000)
  exhausted = await write([500], 'my card is 4000 1234 5678 9010')
  await vi.waitFor(
    async () => expect(JSON.stringify(await trace(exhausted.deliveryId))).toContain('dead letters'),
    WAIT,
  )
})
afterAll(() => service?.stop())

/** Sends a customer's message while the endpoint returns these statuses. Waits for the reply and the first attempt. */
async function write(status: number[], text: string): Promise<typeof answered> {
  service.receiver.behave('/tool', { status: 200, body: '{"status":"on its way"}' })
  service.receiver.behave(PATH, { status })
  const apiSchema = {
    url: `${service.receiver.url}/tool`,
    method: 'POST',
    request_headers: { Authorization: { input: { type: 'value', value: 'Bearer of a secret' } } },
    request_body: { order: { input: { type: 'description', description: 'The order' } } },
  }
  const tools = [{ name: 'look_up', description: 'Looks an order up', apiSchema, creditCost: 1 }]
  const chat = await world.party(await world.newAgent({ tools }))
  await world.write(chat, text)
  await world.logged('turn.answered', chat, 1)
  const received = await service.receiver.next(
    ({ path, json }) => path === PATH && JSON.stringify(json).includes(chat.id),
    30_000,
  )
  const Message = v.looseObject({ message: v.looseObject({ id: v.string() }) })
  const messageId = v.parse(Message, received.json).message.id
  return { messageId, deliveryId: received.deliveryId ?? '', conversationId: chat.id }
}

async function trace(id: string, ...more: string[]): Promise<Traced> {
  return v.parse(Traced, JSON.parse(await typeOps(service, ['trace', id, ...more, '--json'])))
}

const whats = ({ events }: Traced) => events.map(({ what }) => what)
/** Expects these events in this order; other events may be between them. */
function inOrder(traced: Traced, ...wanted: string[]): void {
  expect(whats(traced).filter((what) => wanted.includes(what))).toEqual(wanted)
}

describe('a trace', () => {
  test('shows a message’s path from the provider to the reply and to the endpoint, with times', async () => {
    const traced = await trace(answered.messageId)
    expect(traced).toMatchObject({ is: 'message', message: answered.messageId, conversation: answered.conversationId })
    inOrder(
      traced,
      'customer wrote',
      'message stored',
      'turn relayed',
      'turn begun',
      'tool look_up',
      'message sent',
      'turn ended',
    )
    inOrder(traced, 'message stored', 'delivery stored', 'delivery relayed', 'attempt 1', 'attempt 2')
    const of = (what: string) => traced.events.filter((event) => event.what === what)
    expect(of('message stored')).toMatchObject([
      { where: 'ingress', outcome: 'text; decided: 1 delivery, an agent answers' },
    ])
    expect(of('model asked')).toMatchObject([
      { outcome: 'calls look_up', durationMs: expect.any(Number) },
      { outcome: 'final reply', durationMs: expect.any(Number) },
    ])
    expect(of('turn begun')).toMatchObject([{ outcome: expect.stringMatching(/^answers 1, waited \d+ ms$/) }])
    expect(of('message sent')).toMatchObject([{ outcome: 'text, accepted', durationMs: expect.any(Number) }])
    expect(of('attempt 1')).toMatchObject([
      { outcome: expect.stringMatching(/^500 server_error, next after \d+\.\d s, waited \d+ ms$/), failed: true },
    ])
    expect(of('attempt 2')).toMatchObject([{ id: answered.deliveryId, outcome: '200 delivered', failed: false }])
    const times = traced.events.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
    expect(traced.events[0]?.offsetMs).toBe(0)
  })

  test('shows when the provider reported the status of the reply', async () => {
    await vi.waitFor(async () => {
      const traced = await trace(answered.messageId)
      inOrder(traced, 'message sent', 'message delivered')
    }, WAIT)
  })

  test('is the same for a delivery, a reply and the provider’s id of the reply', async () => {
    const whole = await trace(answered.messageId)
    const reply = whole.events.find(({ what }) => what === 'message sent')?.id ?? ''
    const { body } = await api('GET', `/conversations/${answered.conversationId}/messages/`)
    const Sent = v.looseObject({ results: v.array(v.looseObject({ id: v.string(), waId: v.string() })) })
    const waId = v.parse(Sent, body).results.find(({ id }) => id === reply)?.waId ?? ''
    const others = await Promise.all([answered.deliveryId, reply, waId].map((id) => trace(id)))
    for (const { events } of others) expect(events).toEqual(whole.events)
    expect(others[0]).toMatchObject({ is: 'delivery', message: answered.messageId })
  })

  test('of an exhausted delivery ends in the dead letters, and continues with its replay and its redrive', async () => {
    inOrder(
      await trace(exhausted.deliveryId),
      'delivery stored',
      'attempt 1',
      'attempt 2',
      'attempt 3',
      'attempt 4',
      'delivery failed',
    )
    service.receiver.behave(PATH, { status: 200 })
    const replay = idOf(await api('POST', `/webhook-deliveries/${exhausted.deliveryId}/replay/`))
    await typeOps(service, ['dead-letters', 'redrive', '--queue', 'deliveries', '--id', exhausted.deliveryId])
    const traced = await vi.waitFor(async () => {
      const now = await trace(replay)
      expect(now.events.filter(({ outcome }) => outcome?.startsWith('200 delivered'))).toHaveLength(2)
      return now
    }, WAIT)
    inOrder(traced, 'customer wrote', 'delivery stored', 'attempt 4', 'delivery replayed', 'attempt 5 (redriven)')
    const outcomeOf = (what: string) => traced.events.find((event) => event.what === what)?.outcome
    expect(outcomeOf('attempt 4')).toContain('in the dead letters')
    expect(outcomeOf('delivery stored')).toContain(`replayed as ${replay}`)
    expect(outcomeOf('delivery replayed')).toContain(`replay of ${exhausted.deliveryId}`)
  })

  test('contains the lifecycle events of its conversation, and finds one by its id', async () => {
    const chat = await world.party()
    await world.write(chat, 'Hello')
    const subscribed = await api('POST', `/conversations/${chat.id}/subscribe/`, {
      webhookId: service.ready.webhook.id,
    })
    expect(subscribed.status).toBe(200)
    const activated = await service.receiver.next(
      ({ event, json }) => event === 'subscription.activated' && JSON.stringify(json).includes(chat.id),
      30_000,
    )
    const { events } = await trace(activated.deliveryId ?? '')
    expect(events[0]).toMatchObject({
      what: 'delivery stored',
      outcome: expect.stringContaining('subscription.activated to'),
    })
    const received = await service.receiver.next(
      ({ event, json }) => event === 'message.received' && JSON.stringify(json).includes(chat.id),
      30_000,
    )
    expect((await trace(received.deliveryId ?? '')).events.map(({ id }) => id)).toContain(activated.deliveryId)
  })
})

describe('the trace in the dashboard', () => {
  test('shows a member the same events with the texts of the thread, and names each delivery', async () => {
    const session = await signInToDashboard(service)
    const read = (path: string) => session.call('GET', `/v1/conversations/${path}/`)
    const traced = bodyOf(
      dashboardEndpoints['conversations/trace'],
      await read(`${answered.conversationId}/trace/${answered.messageId}`),
    )
    const printed = await trace(answered.messageId)
    expect(traced.events.map(({ what }) => what)).toEqual(whats(printed))
    expect(traced).toMatchObject({
      messageId: answered.messageId,
      agent: { name: expect.any(String) },
      events: expect.arrayContaining([
        expect.objectContaining({ what: 'message stored', content: '/call look_up {"order": "A-1"}' }),
        expect.objectContaining({ what: 'tool look_up', content: expect.stringContaining('on its way') }),
        expect.objectContaining({ what: 'attempt 1', failed: true, deliveryId: answered.deliveryId, messageId: null }),
      ]),
    })
    expect(JSON.stringify(traced)).not.toContain('of a secret')
    const unknown = answered.messageId.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expect(await read(`${answered.conversationId}/trace/${unknown}`)).toMatchObject({ status: 404 })
    // A message of another conversation.
    expect(await read(`${exhausted.conversationId}/trace/${answered.messageId}`)).toMatchObject({ status: 404 })
  })
})

describe('the printed trace', () => {
  test('fits a terminal, and contains no text, secret or number unless --content requests texts', async () => {
    const text = await typeOps(service, ['trace', exhausted.messageId, '--logs'])
    expect(text).toMatch(/OFFSET {2}TOOK {2}OF {2,}WHAT/)
    expect(text).toMatch(/\nM1 +[0-9a-f-]{36}\n/)
    expect(text).toMatch(/Read units: [\d.]+\./)
    const answeredText = await typeOps(service, ['trace', answered.messageId])
    for (const [name, secret] of Object.entries({
      text: '4000 1234',
      tool: 'on its way',
      header: 'of a secret',
      signing: service.ready.webhook.secret,
    }))
      expect(`${text}${answeredText}`.includes(secret), name).toBe(false)
    expect(await typeOps(service, ['trace', exhausted.messageId, '--content'])).toContain('4000 1234')
    expect(await typeOps(service, ['trace', answered.messageId, '--content'])).toContain('on its way')
  })

  test('lists the accepted ids for an unknown id and for another organisation’s', async () => {
    const unknown = typeOps(service, ['trace', '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11'])
    await expect(unknown).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Nothing in 2 organisations .*\nValid ids: the id of a message/),
    })
    const organizations = v.parse(
      v.array(v.object({ id: v.string(), name: v.string() })),
      JSON.parse(await typeOps(service, ['organizations', 'list', '--json'])).map(
        ({ id, name }: { id: string; name: string }) => ({ id, name }),
      ),
    )
    const other = organizations.find(({ name }) => name === 'Other')?.id ?? ''
    for (const id of [answered.messageId, answered.deliveryId])
      await expect(typeOps(service, ['trace', id, '--organization', other])).rejects.toMatchObject({ code: 1 })
    await expect(typeOps(service, ['trace'])).rejects.toMatchObject({
      stderr: expect.stringContaining('Missing: <id>'),
    })
  })
})
