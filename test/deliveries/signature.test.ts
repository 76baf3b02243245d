import { createHmac } from 'node:crypto'
import { createWebhook, updateWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { derivedId, newId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Received } from '@replywright/simulators/receiver/serve.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyWebhook } from '../../packages/client/src/webhooks/verify-webhook.ts'
import { type Receiver, runnableReceivers, startReceivers } from '../examples/receivers.ts'
import { envelopeOf, freshCustomer, isEvent, startTestService } from '../support/service.ts'
import { type WebhookOperator, webhookOperator } from './webhook-operator.ts'

const PATH = '/demo'

const WAIT = { timeout: 90_000, interval: 200 }
const owner = { organizationId: derivedId('demo organization', 'Demo'), userId: derivedId('demo user', 'Demo') }

let service: Service
let webhook: WebhookOperator
beforeAll(async () => {
  service = await startTestService()
  webhook = webhookOperator(service, owner.organizationId, service.ready.webhook.id)
})
afterAll(() => service?.stop())
beforeEach(() => service.receiver.reset())

/** Sends a customer's message and returns it as the endpoint received it. */
async function delivered(text: string): Promise<Received> {
  expect((await service.provider.sendAsCustomer({ from: freshCustomer(), text })).status).toBe(200)
  return await service.receiver.next(isEvent(service.ready.webhook.url, 'message.received'), 30_000)
}

/** Computes the signature headers, as the specifications define them, from the received bytes. */
function expectedHeaders({ headers, body }: Received, secret: string) {
  const at = String(headers['x-service-timestamp'])
  const mac = (key: string | Buffer, prefix: string) => createHmac('sha256', key).update(prefix).update(body)
  const standardKey = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const id = String(headers['x-service-delivery'])
  return {
    'x-service-signature': `t=${at},v1=${mac(secret, `${at}.`).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': `v1,${mac(standardKey, `${id}.${at}.`).digest('base64')}`,
  }
}

async function expectSigned(delivery: Received, secret: string): Promise<void> {
  expect(delivery.headers).toMatchObject(expectedHeaders(delivery, secret))
  expect(await verifyWebhook(delivery.body, delivery.headers, secret)).toEqual(delivery.json)
}

describe('the signature matches the received bytes', () => {
  test.each([
    ['of other alphabets', 'Grüße aus Köln: 你好, привет, ﷽ \u2028 "quoted" \\ \u0000'],
    ['of emoji with several code points', '👋🏽 👨‍👩‍👧 🇪🇺 e\u0301'],
    ['of 100 KB, which are stored in a separate item', '🦆ä'.repeat(17_000)],
  ])('%s', async (_, text) => {
    const delivery = await delivered(text)
    expect(envelopeOf(delivery).message?.body).toBe(text)
    await expectSigned(delivery, service.ready.webhook.secret)
  })

  test('of a lone surrogate, which is replaced', async () => {
    const delivery = await delivered('cut \ud83d here')
    expect(envelopeOf(delivery).message?.body).toBe('cut \ufffd here')
    await expectSigned(delivery, service.ready.webhook.secret)
  })
})

test('a retry after a rotation is signed with the new secret, and the old secret is not used', async () => {
  const { secret } = service.ready.webhook
  const rotation = Promise.withResolvers<void>()
  service.receiver.behave(PATH, [{ status: 500, until: rotation.promise }, { status: 200 }])
  const first = await delivered('rotate')
  const rotated = await webhook.rotate()
  rotation.resolve()
  expect(rotated).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(rotated).not.toBe(secret)
  expect(JSON.stringify(await webhook.read())).not.toContain(rotated)

  const retry = await service.receiver.next(({ deliveryId }) => deliveryId === first.deliveryId, 30_000)
  expect(retry.body).toEqual(first.body)
  await expectSigned(first, secret)
  await expectSigned(retry, rotated)
  await expect(verifyWebhook(retry.body, retry.headers, secret)).rejects.toMatchObject({ reason: 'wrong_signature' })
})

describe('the receivers of the examples', { tags: 'full' }, () => {
  /** Creates a webhook for each receiver. Returns its id and secret by the name of the receiver. */
  async function createWebhooks() {
    const created = runnableReceivers().map(async (name) => {
      const url = `${service.receiver.url}/${name}`
      const input = { name, url, events: ['message.received' as const], phoneNumberIds: 'all' as const }
      const { webhook, secret } = await createWebhook(owner, input, Date.now(), newId())
      return [name, { id: webhook.id, secret }] as const
    })
    return new Map(await Promise.all(created))
  }

  /** Sends a delivery to a receiver. Returns the status of its response. */
  async function send({ url }: Receiver, secret: string, id: string | undefined, text: string, ageSeconds = 0) {
    const body = JSON.stringify({ event: 'message.received', from: 'test', message: { body: text } })
    const at = Math.floor(Date.now() / 1000) - ageSeconds
    const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-service-signature': `t=${at},v1=${mac}` }
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, ...(id !== undefined && { 'x-service-delivery': id }) },
    })
    await response.text()
    return response.status
  }

  test("handle each customer's message once, and refuse what the service did not send", async () => {
    const webhooks = await createWebhooks()
    const secrets = new Map([...webhooks].map(([name, { secret }]) => [name, secret]))
    await using running = await startReceivers(secrets)
    const { receivers } = running
    for (const { name, url } of receivers)
      await updateWebhook(
        owner.organizationId,
        webhooks.get(name)?.id ?? '',
        { url },
        { expected: undefined, now: Date.now() },
      )

    const from = freshCustomer()
    expect((await service.provider.sendAsCustomer({ from, text: 'Grüße 👋🏽' })).status).toBe(200)
    const expected = [`+${from}: Grüße 👋🏽`]
    await vi.waitFor(() => {
      expect(receivers).toEqual(receivers.map((receiver) => ({ ...receiver, lines: expected })))
    }, WAIT)
    await vi.waitFor(async () => {
      for (const [, { id }] of webhooks) {
        const deliveries = await webhookOperator(service, owner.organizationId, id).deliveries()
        expect(deliveries).toMatchObject([{ status: 'delivered', attemptCount: 1 }])
      }
    }, WAIT)

    for (const receiver of receivers) {
      const secret = secrets.get(receiver.name) ?? ''
      const statuses = [
        await send(receiver, secret, 'd1', 'sent twice'),
        await send(receiver, secret, 'd1', 'sent twice'),
        await send(receiver, `${secret}x`, 'd2', 'of another secret'),
        await send(receiver, secret, 'd3', 'of the past', 310),
        await send(receiver, secret, undefined, 'without an id'),
        (await fetch(receiver.url, { method: 'POST' })).status,
        await send(receiver, secret, 'd4', 'last'),
      ]
      expect({ [receiver.name]: statuses }).toEqual({ [receiver.name]: [204, 204, 400, 400, 400, 400, 204] })
    }
    await vi.waitFor(() => {
      for (const { name, lines } of receivers)
        expect([name, ...lines]).toEqual([name, ...expected, 'test: sent twice', 'test: last'])
    }, WAIT)
  })
})
