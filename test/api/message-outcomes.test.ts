import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chats, template, text } from '../support/chats.ts'
import { freshCustomer, idOf, startTestService } from '../support/service.ts'
import { idempotencyKeys } from './idempotency-keys.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const now = () => String(Math.floor(Date.now() / 1000))
const { api, messagesOf, openConversation, postChange, send, sendOnce, sentFor, whenDelivered } = chats(() => service)

const CLOSED = { code: 131047, title: 'Re-engagement message' }

describe('statuses', () => {
  test('can only move a message forward, in any order', async () => {
    const id = await openConversation()
    const message = idOf(await send(id, text('hi')))
    const waId = await whenDelivered(message)
    for (const status of ['read', 'sent', 'delivered', 'failed'] as const)
      await service.provider.reportStatus(waId, status, status === 'failed' ? { ...CLOSED, details: '' } : undefined)
    expect((await messagesOf(id)).results[0]).toMatchObject({ id: message, status: 'read', error: null })
  })

  test('are kept when they arrive before the response to the send', async () => {
    const id = await openConversation()
    service.provider.failNext({ statusFirst: true })
    const response = await send(id, text('hi'))
    // The next status can arrive before the response too.
    const status = expect.toBeOneOf(['sent', 'delivered'])
    expect(response).toMatchObject({ status: 201, body: { status, waId: expect.stringContaining('wamid') } })
  })

  test('without callback data match by provider id, and unknown ones are accepted and ignored', async () => {
    const id = await openConversation()
    const waId = await whenDelivered(idOf(await send(id, text('hi'))))
    const statuses = [
      { id: waId, status: 'read', timestamp: '1' },
      { id: waId, status: 'read', timestamp: '1', biz_opaque_callback_data: 'of somebody else' },
      { id: 'wamid.unknown', status: 'read', timestamp: '1' },
      { id: waId, status: 'strange', timestamp: '1' },
    ]
    expect(await postChange('messages', { statuses })).toBe(200)
    expect((await messagesOf(id)).results[0]).toMatchObject({ waId, status: 'read' })
  })
})

describe('events of outbound messages', () => {
  const OWN = ['message.sent', 'message.status.sent', 'message.status.delivered', 'message.status.failed']
  const ROOM = 'first message of the phone app'
  /** Returns the events that the second webhook received about a message or conversation, in the order of their names. */
  const eventsAbout = (id: string) =>
    [
      // A delivery that arrives twice is one event.
      ...new Map(
        service.receiver
          .received(new URL(service.ready.webhooks[1]?.url ?? '').pathname)
          .map((received) => [received.deliveryId, received]),
      ).values(),
    ]
      .map(({ json }) => v.parse(v.looseObject({ event: v.string() }), json))
      .filter((envelope) => JSON.stringify(envelope).includes(id))
      .toSorted((a, b) => a.event.localeCompare(b.event))
  const namesAbout = (id: string) => eventsAbout(id).map(({ event }) => event)
  const untilAbout = (id: string, names: readonly string[]) =>
    vi.waitFor(() => expect(namesAbout(id)).toEqual(names), 30_000)
  const select = async (events: readonly string[], numbers: 'all' | readonly unknown[] = 'all') => {
    const path = `/webhooks/${service.ready.webhooks[1]?.id}/`
    expect((await api('PATCH', path, { events, numbers })).status).toBe(200)
  }

  test('reach only webhooks that select them, once for each message and status', async () => {
    const id = await openConversation()
    await select(OWN)
    const message = idOf(await send(id, text('on its way')))
    const waId = await whenDelivered(message)
    await untilAbout(message, ['message.sent', 'message.status.delivered', 'message.status.sent'])
    const [sent, delivered] = eventsAbout(message)
    expect(sent).toMatchObject({ sentBy: 'api', message: { id: message, waId, body: 'on its way', type: 'text' } })
    expect(delivered).toMatchObject({
      status: 'delivered',
      error: null,
      message: { id: message, waId },
      conversationId: id,
    })
    const page = await api('GET', `/webhook-deliveries/?event=message.sent&messageId=${message}`)
    expect(page.body).toMatchObject({ results: [{ messageId: message, conversationId: id, event: 'message.sent' }] })

    for (const status of ['delivered', 'read', 'sent', 'delivered'] as const)
      await service.provider.reportStatus(waId, status)
    service.provider.failNext({ code: 131026 })
    await send(id, text('refused'))
    await untilAbout(id, ['message.sent', 'message.status.delivered', 'message.status.failed', 'message.status.sent'])
    expect(eventsAbout(id)[2]).toMatchObject({
      status: 'failed',
      error: { code: 'validation_error', providerCode: 131026 },
    })
    const paths = service.receiver.received().filter(({ event }) => event?.startsWith('message.s'))
    expect(new Set(paths.map(({ path }) => path))).toEqual(new Set(['/demo-2']))
  })

  test('of a message without a response of the provider are sent with its first status', async () => {
    const id = await openConversation()
    await select(OWN)
    service.provider.failNext({ reset: 'after' })
    const message = idOf(await send(id, text('lost response')))
    await whenDelivered(message)
    await untilAbout(message, ['message.sent', 'message.status.delivered', 'message.status.sent'])
  })

  test('of a new conversation are sent, although reads may be stale', async () => {
    await select(OWN)
    await service.cloud.dynamodbLoad.set({ staleReadMs: 10_000 })
    try {
      const id = idOf(await api('POST', '/conversations/', { toNumber: freshCustomer(), message: template() }))
      await untilAbout(id, ['message.sent', 'message.status.delivered', 'message.status.sent'])
    } finally {
      await service.cloud.dynamodbLoad.set({ staleReadMs: undefined })
    }
  })

  test('name the phone app, and end when the webhook is unsubscribed', async () => {
    const from = freshCustomer()
    const id = await openConversation(from)
    await select(OWN)
    // The provider repeats a message with its first time.
    const timestamp = now()
    const echo = (waId: string) => {
      const message = {
        id: waId,
        from: service.ready.numbers[0]?.number,
        to: from,
        timestamp,
        type: 'text',
        text: { body: ROOM },
      }
      return postChange('smb_message_echoes', { message_echoes: [message] })
    }
    expect([await echo(`wamid.one-${id}`), await echo(`wamid.one-${id}`)]).toEqual([200, 200])
    await untilAbout(id, ['message.sent', 'message.status.sent'])
    expect(eventsAbout(id)[0]).toMatchObject({ sentBy: 'phone_app', message: { body: ROOM } })
    for (const numbers of [[service.ready.numbers[0]?.number], [], 'all'] as const)
      await select(['message.received'], numbers)
    expect(await echo(`wamid.two-${id}`)).toBe(200)
    await service.provider.sendAsCustomer({ from, text: 'a marker' })
    await untilAbout(id, ['message.received', 'message.sent', 'message.status.sent'])
  })
})

describe('a message that the provider may have accepted', () => {
  test('has no status, is sent once across repeats, and is resolved by its status event', async () => {
    const id = await openConversation()
    const key = `unknown-${id}`
    service.provider.failNext({ reset: 'after' })
    const first = await sendOnce(id, key, text('once'))
    expect(first).toMatchObject({ status: 201, body: { status: null, error: { code: 'outcome_unknown' }, waId: '' } })
    await idempotencyKeys(() => service).cutOff(key)
    const again = await sendOnce(id, key, text('once'))
    expect(again.status).toBe(201)
    const message = v.parse(v.looseObject({ id: v.string() }), first.body).id
    expect(again.body).toMatchObject({ id: message })
    expect(sentFor(message)).toHaveLength(1)
    const waId = await whenDelivered(message)
    const { count, results } = await messagesOf(id)
    expect(count).toBe(2)
    expect(results[0]).toMatchObject({ id: message, status: 'delivered', error: null, waId })
  })

  test('is not sent again after an HTML error page', async () => {
    const id = await openConversation()
    service.provider.failNext({ html: '<h1>Bad gateway</h1>' })
    expect(await send(id, text('hi'))).toMatchObject({ status: 201, body: { status: null } })
  })
})

describe('a message that the provider rejected', () => {
  test('is retried while the provider is overloaded', async () => {
    const id = await openConversation()
    service.provider.failNext({ code: 131016, times: 2 })
    const response = await send(id, text('patience'))
    expect(response).toMatchObject({ status: 201, body: { error: null } })
    expect(sentFor(idOf(response))).toHaveLength(1)
  })

  test('is a 502 upstream_error when the provider fails, and a 400 when the message is invalid', async () => {
    const id = await openConversation()
    service.provider.failNext({ code: 131031 })
    expect(await send(id, text('hi'))).toMatchObject({ status: 502, body: { code: 'upstream_error' } })
    // A client would repeat a 502 within seconds.
    for (const code of [131026, 131049]) {
      service.provider.failNext({ code })
      expect(await send(id, text('hi'))).toMatchObject({ status: 400, body: { code: 'validation_error' } })
    }
    expect((await messagesOf(id)).results.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', null])
  })
})

describe('a service window that is closed at the provider', () => {
  test('is a 409, the message is stored as failed, and the same Idempotency-Key can retry', async () => {
    const id = await openConversation()
    service.provider.failNext({ code: 131047 })
    expect(await sendOnce(id, `closed-${id}`, text('hi'))).toMatchObject({
      status: 409,
      body: { code: 'window_closed' },
    })
    const [failed] = (await messagesOf(id)).results
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'window_closed' }, waId: '' })
    const again = await sendOnce(id, `closed-${id}`, text('hi'))
    expect(again).toMatchObject({ status: 201, body: { id: failed?.id, error: null } })
    expect(sentFor(String(failed?.id))).toHaveLength(1)
  })

  test('marks the message as failed on a late 131047', async () => {
    const id = await openConversation()
    const report = Promise.withResolvers<void>()
    service.provider.failNext({ until: report.promise })
    const sending = send(id, text('late'))
    const message = await vi.waitFor(
      async () =>
        v.parse(v.looseObject({ id: v.string(), text: v.literal('late') }), (await messagesOf(id)).results[0]).id,
      { interval: 200, timeout: 90_000 },
    )
    const failed = {
      id: 'wamid.late',
      status: 'failed',
      timestamp: '1',
      biz_opaque_callback_data: `${id}/${message}`,
      errors: [{ ...CLOSED, error_data: { details: 'more than 24 hours have passed' } }],
    }
    expect(await postChange('messages', { statuses: [failed] })).toBe(200)
    report.resolve()
    await sending
    await whenDelivered(message)
    expect((await messagesOf(id)).results[0]).toMatchObject({
      id: message,
      status: 'failed',
      error: { code: 'window_closed', message: expect.stringContaining('131047') },
    })
  })
})
