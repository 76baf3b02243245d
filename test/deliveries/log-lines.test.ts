// @module-tag full
import { METRICS } from '@replywright/contract/metrics.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Received } from '@replywright/simulators/receiver/serve.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chats, text } from '../support/chats.ts'
import { callApi, envelopeOf, freshCustomer, idOf, isEvent, startTestService } from '../support/service.ts'

const WAIT = { timeout: 90_000, interval: 200 }
const CUSTOMER = freshCustomer()
const INBOUND_TEXT = 'my card is 4000 1234 5678 9010'
const OUTBOUND_TEXT = 'we never ask for your card'

const Line = v.looseObject({ timestamp: v.string(), level: v.optional(v.literal('ERROR')), event: v.string() })
type Line = v.InferOutput<typeof Line>

let service: Service
const lines: { readonly function: string; readonly line: string }[] = []
const { api, newConversation, sendOnce } = chats(() => service)

beforeAll(async () => {
  service = await startTestService({ log: (line) => lines.push(line) })
})
afterAll(() => service?.stop())

const parsed = (): Line[] => lines.map(({ line }) => v.parse(Line, JSON.parse(line)))

/** Waits for `count` lines of an event with `facts`, and returns them. */
const linesOf = (event: string, facts: Readonly<Record<string, unknown>>, count = 1) =>
  vi.waitFor(() => {
    const found = parsed().filter(
      (line) => line.event === event && Object.entries(facts).every(([k, x]) => line[k] === x),
    )
    expect(found).toHaveLength(count)
    return found
  }, WAIT)

async function only(event: string, facts: Readonly<Record<string, unknown>>): Promise<Line> {
  const [line] = await linesOf(event, facts)
  if (!line) throw new Error(`there is no ${event}`)
  return line
}

const next = (event: string, url = service.ready.webhook.url) => service.receiver.next(isEvent(url, event), 30_000)
const requestIdOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id')

let inbound: Received
let conversation: string

describe('a message', () => {
  test('can be followed by its id from the provider’s request to the endpoint', async () => {
    service.receiver.behave(new URL(service.ready.webhook.url).pathname, { status: [500, 200] })
    expect((await service.provider.sendAsCustomer({ from: CUSTOMER, text: INBOUND_TEXT })).status).toBe(200)
    inbound = await next('message.received')
    const messageId = envelopeOf(inbound).message?.id
    conversation = await newConversation(CUSTOMER)
    const taken = await only('message.taken', { messageId })
    expect(taken).toMatchObject({ messageId, MessagesTaken: 1 })
    expect(envelopeOf(inbound).message?.waId.endsWith(String(taken.waIdEnd))).toBe(true)

    const first = await only('delivery.attempted', { messageId })
    const { deliveryId } = inbound
    const second = await only('delivery.attempted', { deliveryId, verdict: 'delivered' })
    // A failure has all fields; a success has only those needed to find the others.
    expect(first).toMatchObject({
      organizationId: derivedId('demo organization', 'Demo'),
      webhookId: service.ready.webhook.id,
      deliveryId,
      conversationId: conversation,
      sqsMessageId: expect.any(String),
      serviceEvent: 'message.received',
      attempt: 1,
      status: 500,
      verdict: 'retry',
      cause: 'server_error',
      DeliveryFailures: 1,
    })
    expect(second).toMatchObject({
      attempt: 2,
      AttemptDuration: expect.any(Number),
      TimeToDelivered: expect.any(Number),
    })
    expect(second).not.toHaveProperty('DeliveryFailures')
  })

  test('can be followed by the request id from the API’s response to the endpoint', async () => {
    const subscribed = await api('POST', `/conversations/${conversation}/subscribe/`, {
      webhookId: service.ready.webhook.id,
    })
    const requestId = requestIdOf(subscribed)
    const activated = await next('subscription.activated')
    expect(await only('conversation.routed', { requestId })).toMatchObject({
      route: '/api/v1/conversations/{id}/subscribe',
      method: 'POST',
      organizationId: derivedId('demo organization', 'Demo'),
    })
    expect(await only('delivery.attempted', { requestId })).toMatchObject({
      deliveryId: activated.deliveryId,
    })

    const replayed = await api('POST', `/webhook-deliveries/${inbound.deliveryId}/replay/`)
    const copy = await only('delivery.attempted', { requestId: requestIdOf(replayed) })
    expect(copy.deliveryId).toBe(idOf(replayed))
  })

  test("has lines for the provider's acceptance and for a repeated request", async () => {
    const sent = await sendOnce(conversation, 'once', text(OUTBOUND_TEXT))
    expect(sent.status).toBe(201)
    expect(await sendOnce(conversation, 'once', text(OUTBOUND_TEXT))).toMatchObject({ status: 201 })
    await only('message.accepted', { outcome: 'accepted', MessagesSent: 1 })
    await only('request.repeated', { source: 'client', Repeats: 1 })
  })
})

test('every line is JSON, and its metrics are at the root, where CloudWatch reads them', () => {
  const counted = parsed().filter((line) => '_aws' in line)
  const Counted = v.object({
    CloudWatchMetrics: v.array(
      v.object({
        Namespace: v.literal('Messaging'),
        Dimensions: v.tuple([v.array(v.string())]),
        Metrics: v.pipe(v.array(v.object({ Name: v.picklist(Object.keys(METRICS)) })), v.minLength(1)),
      }),
    ),
  })
  for (const line of counted)
    for (const { Dimensions, Metrics } of v.parse(Counted, line._aws).CloudWatchMetrics) {
      for (const { Name } of Metrics) expect(line[Name]).toEqual(expect.any(Number))
      for (const name of Dimensions[0]) expect(line[name]).toEqual(expect.any(String))
    }
  expect(counted.length).toBeGreaterThan(5)
})

test('no line contains a secret, a signature, a text or a customer’s number', async () => {
  const { ready } = service
  // Rejections and failures also write lines.
  await callApi(ready.baseUrl, 'no-such-key', 'GET', '/agents/')
  await api('POST', '/agents/', { name: 5 })
  await api('POST', `/webhook-deliveries/${inbound.deliveryId}/replay/`, { text: INBOUND_TEXT })
  await fetch(ready.ingressUrl, { method: 'POST', body: INBOUND_TEXT, headers: { 'x-hub-signature-256': 'sha256=00' } })
  await service.provider.postWebhook({ entry: [{ changes: [{ field: 'messages', value: { text: INBOUND_TEXT } }] }] })
  const { waId = '' } = envelopeOf(inbound).message ?? {}
  const secrets = {
    apiKey: ready.apiKey,
    readApiKey: ready.readApiKey,
    otherApiKey: ready.otherOrganization.apiKey,
    verifyToken: ready.verifyToken,
    appSecret: ready.appSecret,
    ...Object.fromEntries(ready.webhooks.map(({ secret }, index) => [`webhook secret ${index}`, secret])),
    signature: 'v1=',
    standardSignature: 'v1,',
    bearer: 'Bearer ',
    inboundText: INBOUND_TEXT,
    outboundText: OUTBOUND_TEXT,
    customer: CUSTOMER,
    customerInBase64: waId.slice('wamid.'.length, -24),
    header: 'x-hub-signature',
  }
  const written = lines.map(({ line }) => line).join('\n')
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret, name).not.toBe('')
    expect(written.includes(secret), name).toBe(false)
  }
})
