import { timeOfId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chats } from '../support/chats.ts'
import { envelopeOf, freshCustomer, startTestService } from '../support/service.ts'
import { ORGANIZATION, windowWorld } from './window-world.ts'

const HOUR = 3600
const EXPIRING = 'subscription.service_window.expiring'
const CLOSED = 'subscription.service_window.closed'

let service: Service
beforeAll(async () => {
  service = await startTestService()
  await connectEarlier()
})
afterAll(() => service?.stop())

const { api, newConversation } = chats(() => service)
const { age, connectEarlier, eventsFor, schedulesOf, sendCheck, stateOf, whenIdle, whenState } = windowWorld(
  () => service,
)
const webhook = (index: number) => service.ready.webhooks[index] ?? service.ready.webhook
const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
const at = (milliseconds: number) => `at(${iso(milliseconds).slice(0, 19)})`

interface Chat {
  readonly id: string
  readonly customer: string
}

/** Creates a conversation routed to a webhook, whose customer has not written yet. */
async function subscribed(index = 0): Promise<Chat> {
  const customer = freshCustomer()
  const id = await newConversation(customer)
  await api('POST', `/conversations/${id}/subscribe/`, { webhookId: webhook(index).id })
  return { id, customer }
}

/** Sends a customer's message with a timestamp `secondsAgo`. Returns the timestamp in milliseconds. */
async function write({ customer }: Chat, secondsAgo = 0): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
  const { status } = await service.provider.sendAsCustomer({ from: customer, text: 'Hello', timestamp })
  expect(status).toBe(200)
  return timestamp * 1000
}

/** Waits for the next event of a conversation's window. */
const nextEvent = ({ id }: Chat) =>
  service.receiver.next(
    ({ event, json }) => (event === EXPIRING || event === CLOSED) && JSON.stringify(json).includes(id),
  )

/** Returns the recorded window events of a conversation, for the first webhook and for the second. */
const recorded = ({ id }: Chat) => Promise.all([0, 1].map((index) => eventsFor(webhook(index).id, id)))

describe('a message that opens a service window', () => {
  test('arms it exactly 23 hours later, and further messages cost nothing', async () => {
    const chat = await subscribed()
    const openedAt = await write(chat)
    const expiringAt = openedAt + 23 * HOUR * 1000
    await whenState(chat.id, ({ armed }) => armed === expiringAt)
    expect(await schedulesOf(chat.id)).toMatchObject([
      {
        ScheduleExpression: at(expiringAt),
        ActionAfterCompletion: 'DELETE',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: service.cloud.resource('WindowsQueue', 'AWS::SQS::Queue').arn,
          Input: JSON.stringify({ kind: 'check', organizationId: ORGANIZATION, conversationId: chat.id }),
        },
      },
    ])
    await whenIdle()
    const worker = service.cloud.resource('Window', 'AWS::Lambda::Function').physicalId
    const before = service.cloud.ledger.snapshot()
    const more = 5
    for (let n = 0; n < more; n++) await write(chat)
    for (let n = 0; n < 1 + more; n++)
      await service.receiver.next(
        ({ event, body }) => event === 'subscription.message.received' && body.includes(chat.customer),
      )
    await whenIdle()
    const after = service.cloud.ledger.snapshot()
    expect(after.total.requests.scheduler).toEqual(before.total.requests.scheduler)
    expect(after.callers[worker]).toEqual(before.callers[worker])
    expect((await stateOf(chat.id)).armed).toBe(expiringAt)
  })

  test('arms it after the ingress dies before the request, because the provider posts the message again', async () => {
    const chat = await subscribed()
    const fault = service.cloud.faults.plan({
      service: 'dynamodb',
      action: 'PutItem',
      where: ({ request }) => request.includes('arming#'),
      nth: 1,
      kind: 'kill-before',
    })
    const message = {
      from: chat.customer,
      text: 'Hello',
      id: `wamid.${chat.customer}`,
      timestamp: Math.floor(Date.now() / 1000),
    }
    const first = await service.provider.sendAsCustomer(message)
    expect(fault.fired).toHaveLength(1)
    service.cloud.faults.clear()
    expect(first.status).toBeGreaterThanOrEqual(500)
    await service.provider.sendAsCustomer(message)
    const { lastInboundAt = 0 } = await whenState(chat.id, ({ armed }) => armed !== undefined)
    expect(await schedulesOf(chat.id)).toMatchObject([{ ScheduleExpression: at(lastInboundAt + 23 * HOUR * 1000) }])
  })
})

test('a window sends one expiring and one closed event, to the assigned webhook only', async () => {
  const chat = await subscribed(1)
  await write(chat)
  await whenState(chat.id, ({ armed }) => armed !== undefined)
  const envelope = {
    phoneNumber: '+447700900100',
    from: `+${chat.customer}`,
    contact: { name: expect.any(String), phoneNumber: `+${chat.customer}` },
    message: null,
    conversationId: chat.id,
    routing: 'webhook',
    webhookId: webhook(1).id,
  }

  const openedAt = await age(chat.id, 23 * HOUR)
  const closesAt = openedAt + 24 * HOUR * 1000
  await Promise.all([sendCheck(chat.id), sendCheck(chat.id), sendCheck(chat.id, 'arm'), sendCheck(chat.id)])
  const expiring = await nextEvent(chat)
  expect(expiring.json).toEqual({ event: EXPIRING, timestamp: iso(openedAt + 23 * HOUR * 1000), ...envelope })
  expect([expiring.path, expiring.verdict.ok]).toEqual([new URL(webhook(1).url).pathname, true])
  await whenState(chat.id, ({ armed }) => armed === closesAt)
  expect((await schedulesOf(chat.id)).map(({ ScheduleExpression }) => ScheduleExpression)).toContain(at(closesAt))

  const before = await age(chat.id, HOUR)
  await Promise.all([sendCheck(chat.id), sendCheck(chat.id)])
  const closed = await nextEvent(chat)
  expect(closed.json).toEqual({ event: CLOSED, timestamp: iso(before + 24 * HOUR * 1000), ...envelope })
  await whenIdle()
  expect(await recorded(chat)).toEqual([[], [CLOSED, EXPIRING]])
  expect(await stateOf(chat.id)).toEqual({ lastInboundAt: before, expiringFor: before, closedFor: before })

  const openedAgain = await write(chat)
  await whenState(chat.id, ({ armed }) => armed === openedAgain + 23 * HOUR * 1000)
})

test('a window that is checked too late sends expiring before closed', async () => {
  const chat = await subscribed()
  const now = Date.now()
  const openedAt = await write(chat, 25 * HOUR)
  const [first, second] = [await nextEvent(chat), await nextEvent(chat)]
  expect([first, second].map(({ event }) => event)).toEqual([EXPIRING, CLOSED])
  expect([first, second].map((delivery) => envelopeOf(delivery).timestamp)).toEqual([
    iso(openedAt + 23 * HOUR * 1000),
    iso(openedAt + 24 * HOUR * 1000),
  ])
  expect(first.receivedAt).toBeLessThan(second.receivedAt)
  // Lists have them in this order, as new deliveries.
  const [firstId = '', secondId = ''] = [first.deliveryId, second.deliveryId]
  expect(timeOfId(firstId)).toBeGreaterThanOrEqual(now)
  expect(firstId < secondId).toBe(true)
})

test('a new message resets the window: the old schedule creates the new one', async () => {
  const chat = await subscribed()
  await write(chat)
  await whenState(chat.id, ({ armed }) => armed !== undefined)
  await age(chat.id, 23 * HOUR + 60)
  const openedAt = await write(chat)
  await sendCheck(chat.id)
  await whenState(chat.id, ({ armed }) => armed === openedAt + 23 * HOUR * 1000)
  expect((await schedulesOf(chat.id)).at(-1)?.ScheduleExpression).toBe(at(openedAt + 23 * HOUR * 1000))
  expect(await recorded(chat)).toEqual([[], []])
})

test('a message that arrives while its window is being closed keeps it open', async () => {
  const chat = await subscribed()
  await write(chat)
  await whenState(chat.id, ({ armed }) => armed !== undefined)
  await age(chat.id, 24 * HOUR)
  const arrival = Promise.withResolvers<void>()
  const fault = service.cloud.faults.plan({
    service: 'dynamodb',
    action: 'TransactWriteItems',
    where: ({ request }) => request.includes(CLOSED) && request.includes(chat.id),
    nth: 1,
    kind: 'delay',
    until: arrival.promise,
  })
  await sendCheck(chat.id)
  await vi.waitFor(() => expect(fault.fired).toHaveLength(1), { timeout: 90_000 })
  const openedAt = await write(chat)
  arrival.resolve()
  await whenState(chat.id, ({ armed }) => armed === openedAt + 23 * HOUR * 1000)
  await whenIdle()
  expect(await recorded(chat)).toEqual([[], []])
  service.cloud.faults.clear()
})

test('a conversation that moves after expiring sends closed, and no second expiring, to the new webhook', async () => {
  const chat = await subscribed()
  await write(chat, 23 * HOUR + 60)
  expect(envelopeOf(await nextEvent(chat))).toMatchObject({ event: EXPIRING, webhookId: webhook(0).id })
  await whenState(chat.id, ({ armed }) => armed !== undefined)
  await api('POST', `/conversations/${chat.id}/subscribe/`, { webhookId: webhook(1).id })
  await sendCheck(chat.id)
  await age(chat.id, HOUR)
  await sendCheck(chat.id)
  expect(envelopeOf(await nextEvent(chat))).toMatchObject({ event: CLOSED, webhookId: webhook(1).id })
  await whenIdle()
  expect(await recorded(chat)).toEqual([[EXPIRING], [CLOSED]])
})

test('a window that ends while an agent is routed sends no event, then or later', async () => {
  const chat = await subscribed()
  await api('POST', `/conversations/${chat.id}/routing/`, { mode: 'agent' })
  const openedAt = await write(chat, 25 * HOUR)
  await whenIdle()
  expect(await stateOf(chat.id)).toEqual({ lastInboundAt: openedAt })
  await api('POST', `/conversations/${chat.id}/subscribe/`, { webhookId: webhook(0).id })
  await whenState(chat.id, ({ closedFor }) => closedFor === openedAt)
  await sendCheck(chat.id)
  await whenIdle()
  expect(await stateOf(chat.id)).toEqual({ lastInboundAt: openedAt, expiringFor: openedAt, closedFor: openedAt })
  expect(await recorded(chat)).toEqual([[], []])
})

describe('without a webhook in the route', () => {
  test('a window has no schedule, and no queue message', async () => {
    const customer = freshCustomer()
    const chat = { id: await newConversation(customer), customer }
    const before = service.cloud.ledger.snapshot()
    const openedAt = await write(chat)
    await whenIdle()
    const after = service.cloud.ledger.snapshot()
    expect(after.total.requests.scheduler).toEqual(before.total.requests.scheduler)
    expect(await stateOf(chat.id)).toEqual({ lastInboundAt: openedAt })
    await sendCheck(chat.id)
    await whenIdle()
    expect(await stateOf(chat.id)).toEqual({ lastInboundAt: openedAt })
  })

  test('a subscription arms the open window, and a closed event is sent at its end', async () => {
    const customer = freshCustomer()
    const chat = { id: await newConversation(customer), customer }
    const openedAt = await write(chat, 23 * HOUR + 60)
    await api('POST', `/conversations/${chat.id}/subscribe/`, { webhookId: webhook(0).id })
    await whenState(chat.id, ({ armed }) => armed === openedAt + 24 * HOUR * 1000)
    await age(chat.id, HOUR)
    await sendCheck(chat.id)
    expect(envelopeOf(await nextEvent(chat))).toMatchObject({ event: CLOSED, webhookId: webhook(0).id })
    await whenIdle()
    expect(await recorded(chat)).toEqual([[CLOSED], []])
  })

  test("a number's subscription arms the open windows of its conversations", async () => {
    const [customer, other] = [freshCustomer(), freshCustomer()]
    const chat = { id: await newConversation(customer), customer }
    const own = { id: await newConversation(other), customer: other }
    const openedAt = await write(chat)
    await api('POST', `/conversations/${own.id}/routing/`, { mode: 'agent' })
    const ownOpenedAt = await write(own)
    const number = service.ready.numbers[0]?.number
    await api('POST', `/phone-numbers/${number}/subscribe/`, { webhookId: webhook(1).id })
    await whenState(chat.id, ({ armed }) => armed === openedAt + 23 * HOUR * 1000)
    await whenIdle()
    expect(await stateOf(own.id)).toEqual({ lastInboundAt: ownOpenedAt })
    await api('POST', `/phone-numbers/${number}/unsubscribe/`, {})
  })
})
