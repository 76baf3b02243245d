import { DynamoDB } from '@aws-sdk/client-dynamodb'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startScriptedServer } from '../../packages/client/src/testing/scripted-server.ts'
import { verifyWebhook } from '../../packages/client/src/webhooks/verify-webhook.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { callers, envelopeOf, freshCustomer, idOf, isEvent, startTestService } from '../support/service.ts'
import { bundleCommandLine, type CommandLine } from './command-line.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api } = callers(() => service)
const first = () => service.ready.webhooks[0] ?? service.ready.webhook
const second = () => service.ready.webhooks[1] ?? service.ready.webhook

describe("a customer's message", () => {
  test('reaches every subscribed webhook as a signed message.received', async () => {
    const from = freshCustomer()
    const { messageIds } = await service.provider.sendAsCustomer({
      from,
      name: 'Zoë 😀',
      text: 'Where is my order? 🚚',
    })
    const delivery = await service.receiver.next(isEvent(first().url, 'message.received'))
    expect(delivery.verdict).toEqual({ ok: true, signature: 'valid', timestamp: 'valid', standardWebhooks: 'valid' })
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-event': 'message.received',
      'x-service-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(delivery.json).toEqual({
      event: 'message.received',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      phoneNumber: '+447700900100',
      from: `+${from}`,
      contact: { name: 'Zoë 😀', phoneNumber: `+${from}` },
      message: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        waId: messageIds[0],
        body: 'Where is my order? 🚚',
        media: [],
        buttons: [],
        type: 'text',
      },
      conversationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(Object.keys(Object(delivery.json))).toEqual([
      'event',
      'timestamp',
      'phoneNumber',
      'from',
      'contact',
      'message',
      'conversationId',
    ])
    const conversation = await api('GET', `/conversations/${envelopeOf(delivery).conversationId}/`)
    expect(conversation.body).toMatchObject({
      contact: { phoneNumber: from, name: 'Zoë 😀' },
      msgNumber: '447700900100',
      lastMessage: 'Where is my order? 🚚',
      active: 'true',
      isHumanTakeover: 'false',
      routing: null,
      webhookId: '',
    })
  })

  test('in a conversation routed to a webhook also reaches that webhook as its own', async () => {
    const from = freshCustomer()
    const id = idOf(await api('POST', '/conversations/', { toNumber: from }))
    await api('POST', `/conversations/${id}/subscribe/`, { webhookId: second().id })
    await service.receiver.next(isEvent(second().url, 'subscription.activated'))
    await service.provider.sendAsCustomer({ from, text: 'Hello' })
    const own = await service.receiver.next(isEvent(second().url, 'subscription.message.received'))
    const general = await service.receiver.next(
      (delivery) => isEvent(first().url, 'message.received')(delivery) && envelopeOf(delivery).conversationId === id,
    )
    expect(own.verdict.ok).toBe(true)
    expect(own.json).toMatchObject({ routing: 'webhook', webhookId: second().id, conversationId: id })
    expect(envelopeOf(own).message).toEqual(envelopeOf(general).message)
    expect(own.deliveryId).not.toBe(general.deliveryId)
  })

  test('posted repeatedly, also after a routing change, is one message and one delivery per webhook', async () => {
    const from = freshCustomer()
    const id = idOf(await api('POST', '/conversations/', { toNumber: from }))
    const message = { from, text: 'Only once', id: `wamid.once-${from}`, timestamp: Math.floor(Date.now() / 1000) }
    await service.provider.sendAsCustomer({ ...message, duplicates: 3 })
    await service.receiver.next((delivery) => delivery.body.includes(message.id))
    await api('POST', `/conversations/${id}/subscribe/`, { webhookId: second().id })
    await service.receiver.next(isEvent(second().url, 'subscription.activated'))
    await service.provider.sendAsCustomer(message)
    await service.provider.sendAsCustomer({ from, text: 'The last' })
    await service.receiver.next(isEvent(second().url, 'subscription.message.received'))
    const deliveries = service.receiver.received().filter((delivery) => delivery.body.includes(message.id))
    expect(deliveries.map(({ event, path }) => [event, path])).toEqual([['message.received', '/demo']])
  })

  test.each([
    [
      'image',
      { image: { caption: 'this one' } },
      { type: 'image', body: 'this one', media: [{ mimeType: 'image/jpeg' }] },
    ],
    ['document', { document: { filename: 'a.pdf' } }, { body: '', media: [{ mimeType: 'application/pdf' }] }],
    ['audio', { audio: {} }, { body: '', media: [{ mimeType: expect.stringContaining('audio/') }] }],
    [
      'button reply',
      { button_reply: { id: 'track', title: 'Track it' } },
      { body: 'Track it', buttons: [{ type: 'quick_reply', text: 'Track it', quickReplyId: 'track' }] },
    ],
    [
      'list reply',
      { list_reply: { id: 'row', title: 'Returns' } },
      { body: 'Returns', buttons: [{ quickReplyId: 'row' }] },
    ],
    ['button', { button: { payload: 'YES', text: 'Yes' } }, { body: 'Yes', buttons: [{ quickReplyId: 'YES' }] }],
    [
      'location',
      { location: { latitude: 51.5, longitude: -0.1 } },
      { type: 'location', body: '', media: [], buttons: [], location: { latitude: 51.5, longitude: -0.1 } },
    ],
    [
      'contacts',
      { contacts: [{ name: { formatted_name: 'Sam' } }] },
      { type: 'contacts', body: '', contacts: [{ name: { formattedName: 'Sam' } }] },
    ],
    [
      'reaction',
      { reaction: { message_id: 'wamid.x', emoji: '👍' } },
      { type: 'reaction', body: '', reaction: { messageWaId: 'wamid.x', emoji: '👍' } },
    ],
    [
      'order',
      { order: { catalog_id: '1', product_items: [] } },
      { type: 'order', body: '', order: { catalogId: '1', productItems: [] } },
    ],
    [
      'unsupported',
      { unsupported: { type: 'poll' } },
      { type: 'unsupported', body: '', unsupported: { type: 'poll' } },
    ],
    [
      'edit',
      { edit: { original_message_id: 'wamid.x', text: 'better' } },
      { type: 'edit', body: 'better', edit: { messageWaId: 'wamid.x' } },
    ],
    [
      'revoke',
      { revoke: { original_message_id: 'wamid.x' } },
      { type: 'revoke', body: '', revoke: { messageWaId: 'wamid.x' } },
    ],
    ['unknown', { message: { type: 'brand_new', brand_new: { a: 1 } } }, { type: 'brand_new', body: '' }],
  ])('of type %s is delivered', async (_, content, message) => {
    const from = freshCustomer()
    const { status } = await service.provider.sendAsCustomer({ from, ...content })
    expect(status).toBe(200)
    const delivery = await service.receiver.next(({ body }) => body.includes(`+${from}`))
    expect(delivery.json).toMatchObject({ event: 'message.received', message })
  })

  test('from an ad contains its referral, which the conversation keeps', async () => {
    const from = freshCustomer()
    await service.provider.sendAsCustomer({ from, referral: true, text: 'I saw your ad' })
    const delivery = await service.receiver.next(({ body }) => body.includes(`+${from}`))
    const referral = { messageId: envelopeOf(delivery).message?.id, sourceType: 'ad', ctwaClid: expect.any(String) }
    expect(delivery.json).toMatchObject({ latestReferral: referral })
    const conversation = await api('GET', `/conversations/${envelopeOf(delivery).conversationId}/`)
    expect(conversation.body).toMatchObject({ latestReferral: referral })
  })

  test('of a customer with a hidden number belongs to the conversation with their number', async () => {
    const [from, userId] = [freshCustomer(), `GB.${freshCustomer()}`]
    const sent = async (text: string, withPhone: boolean) => {
      await service.provider.sendAsCustomer({ from, userId, withPhone, text: `${text} ${from}` })
      return envelopeOf(await service.receiver.next(({ body }) => body.includes(`${text} ${from}`))).conversationId
    }
    const hidden = await sent('hidden', false)
    expect(await sent('known', true)).toBe(hidden)
    expect(await sent('hidden again', false)).toBe(hidden)
  })

  test('with a large payload arrives complete', async () => {
    const text = '€'.repeat(4000)
    await service.provider.sendAsCustomer({ from: freshCustomer(), text })
    const delivery = await service.receiver.next(({ body }) => body.length > 10_000)
    expect(delivery.verdict.ok).toBe(true)
    expect(envelopeOf(delivery).message?.body).toBe(text)
  })
})

describe('the ingress', () => {
  test('responds to the handshake with the challenge, and rejects a wrong token with 403', async () => {
    expect(await service.provider.handshake()).toMatchObject({ ok: true, status: 200 })
    const wrong = new URL(service.ready.ingressUrl)
    wrong.search = 'hub.mode=subscribe&hub.challenge=1&hub.verify_token=wrong'
    expect((await fetch(wrong)).status).toBe(403)
  })

  test.each(['bad', 'none'] as const)('rejects a %s signature and stores nothing', async (signature) => {
    const count = service.receiver.received().length
    const { status } = await service.provider.postWebhook({ object: 'x', entry: [] }, { signature, retry: false })
    expect(status).toBe(403)
    expect(service.receiver.received()).toHaveLength(count)
  })

  test('accepts the readable parts of a POST and parks the others', async () => {
    const from = freshCustomer()
    const now = String(Math.floor(Date.now() / 1000))
    const readable = { from, id: `wamid.${from}`, timestamp: now, type: 'text', text: { body: from } }
    const value = {
      metadata: { phone_number_id: service.ready.numbers[0]?.phoneNumberId },
      messages: [{ type: 'text' }, 'nonsense', readable],
      statuses: [{ id: 'wamid.out', status: 'read', timestamp: now }, 'nonsense'],
    }
    const changes = [{ field: 'unknown' }, { field: 'messages', value: 7 }, { field: 'account_update', value: {} }]
    const entry = [7, { changes }, { changes: [{ field: 'messages', value }] }]
    const { status } = await service.provider.postWebhook({ object: 'x', entry }, { retry: false })
    expect(status).toBe(200)
    const delivery = await service.receiver.next(({ body }) => body.includes(`+${from}`))
    expect(envelopeOf(delivery).message?.body).toBe(from)
  })

  test('with a time ahead of ours is one message, before the later ones', async () => {
    const from = freshCustomer()
    const timestamp = Math.floor(Date.now() / 1000) + 7200
    const message = { from, text: 'ahead', id: `wamid.ahead-${from}`, timestamp }
    for (let run = 0; run < 2; run++)
      expect(await service.provider.sendAsCustomer(message)).toMatchObject({ status: 200 })
    await service.provider.sendAsCustomer({ from, text: 'later' })
    const id = idOf(await api('POST', '/conversations/', { toNumber: from }))
    expect((await api('GET', `/conversations/${id}/messages/`)).body).toMatchObject({
      results: [{ text: 'later' }, { text: 'ahead' }],
    })
  })

  test('is accepted after the connection of its number also if our clock is fast', async () => {
    const from = freshCustomer()
    const number = { pk: { S: `n#${service.ready.numbers[0]?.phoneNumberId}` }, sk: { S: 'number' } }
    const connect = (time: number) =>
      clientOf(DynamoDB, service.cloud).updateItem({
        TableName: outputOf(service.cloud, 'TableName'),
        Key: number,
        UpdateExpression: 'SET connectedAt = :time',
        ExpressionAttributeValues: { ':time': { N: String(time) } },
      })
    await connect(Date.now() + 30_000)
    await service.provider.sendAsCustomer({ from, text: 'by the right clock' })
    await connect(Date.now() - 60_000)
    const delivery = await service.receiver.next(({ body }) => body.includes(`+${from}`))
    expect(envelopeOf(delivery).message?.body).toBe('by the right clock')
  })

  test('ignores messages from before the number was connected, and messages to unknown numbers', async () => {
    const from = freshCustomer()
    await service.provider.sendAsCustomer({ from, text: 'too old', timestamp: 1_700_000_000 })
    const value = { metadata: { phone_number_id: '999' }, messages: [{ from, id: 'w', timestamp: '1', type: 'text' }] }
    const envelope = { entry: [{ changes: [{ field: 'messages', value }] }] }
    expect((await service.provider.postWebhook(envelope, { retry: false })).status).toBe(200)
    await service.provider.sendAsCustomer({ from, text: 'now' })
    const delivery = await service.receiver.next(({ body }) => body.includes(`+${from}`))
    expect(envelopeOf(delivery).message?.body).toBe('now')
  })
})

describe("the client's command line", { tags: 'full' }, () => {
  let commandLine: CommandLine
  beforeAll(async () => {
    commandLine = await bundleCommandLine()
  })
  afterAll(() => commandLine?.[Symbol.asyncDispose]())
  afterEach(() => service.receiver.reset())

  test('forwards the deliveries of a webhook with their bytes and signature', async () => {
    await using endpoint = await startScriptedServer({ status: 204 })
    const { baseUrl, readApiKey } = service.ready
    const args = ['listen', '--webhook', first().id, '--forward-to', `${endpoint.url}/hook`]
    const listening = commandLine.start(args, { REPLYWRIGHT_BASE_URL: baseUrl, REPLYWRIGHT_API_KEY: readApiKey })
    await listening.printed('Listening to')
    const from = freshCustomer()
    await service.provider.sendAsCustomer({ from, text: 'Is it open? 👋' })
    const sent = await service.receiver.next(({ body }) => body.includes(`+${from}`))
    await listening.printed(' 204 ')
    expect(await listening.interrupt()).toBe(0)

    const [{ target, headers, body } = { target: '', headers: {}, body: '' }, ...more] = endpoint.received
    expect([target, body, more]).toEqual(['/hook', sent.body.toString(), []])
    const { host, connection, ...original } = sent.headers
    expect(headers).toMatchObject(original)
    expect(await verifyWebhook(body, headers, first().secret)).toEqual(sent.json)
    expect(listening.output()).toContain('Forwarded 1 delivery: 1 accepted')
  })

  test('lets an assistant find out why a delivery failed, and replay it', async () => {
    const { baseUrl, apiKey, readApiKey } = service.ready
    service.receiver.behave(new URL(first().url).pathname, { status: 404 })
    const from = freshCustomer()
    await service.provider.sendAsCustomer({ from, text: 'Lost' })
    const { deliveryId } = await service.receiver.next(({ body }) => body.includes(`+${from}`))

    await using reader = await commandLine.connectAssistant([], { baseUrl, apiKey: readApiKey })
    const list = { status: 'failed', webhookId: first().id, limit: 1 }
    await vi.waitFor(
      async () =>
        expect(await reader.call('webhook_deliveries_list', list)).toMatchObject({ results: [{ id: deliveryId }] }),
      { timeout: 90_000, interval: 200 },
    )
    expect(await reader.call('webhook_deliveries_get', { id: deliveryId })).toMatchObject({
      explanation: 'Failed after 1 attempt: rejected by the endpoint (404).',
      fix: "Correct the path in the endpoint's URL.",
      payload: expect.stringContaining('Lost'),
      attempts: [{ status: 404 }],
    })
    expect(await reader.toolNames()).not.toContain('webhook_deliveries_replay')

    service.receiver.reset()
    await using writer = await commandLine.connectAssistant(['--write'], { baseUrl, apiKey })
    expect(await writer.toolNames()).toContain('webhook_deliveries_replay')
    const copy = await writer.call('webhook_deliveries_replay', { id: deliveryId })
    expect(copy).toMatchObject({ originId: deliveryId, status: 'pending' })
    const replayed = await service.receiver.next(({ body }) => body.includes(`+${from}`))
    expect(copy).toMatchObject({ id: replayed.deliveryId })
  })
})
