import { createHmac } from 'node:crypto'
import { derivedId } from '@messaging/core/platform/clock.ts'
import type { Service } from '@messaging/local/start-service.ts'
import type { Received } from '@messaging/simulators/receiver/received.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../packages/client/src/webhooks/verify-webhook.ts'
import { envelopeOf, freshCustomer, isEvent, startTestService } from '../support/service.ts'
import { type WebhookOperator, webhookOperator } from './webhook-operator.ts'

const PATH = '/demo'

let service: Service
let webhook: WebhookOperator
beforeAll(async () => {
  service = await startTestService()
  webhook = webhookOperator(service, derivedId('demo organization', 'Demo'), service.ready.webhook.id)
})
afterAll(async () => {
  await service?.stop()
})
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
  service.receiver.behave(PATH, [{ status: 500, delayMs: 1500 }, { status: 200 }])
  const first = await delivered('rotate')
  const rotated = await webhook.rotate()
  expect(rotated).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(rotated).not.toBe(secret)
  expect(JSON.stringify(await webhook.read())).not.toContain(rotated)

  const retry = await service.receiver.next(({ deliveryId }) => deliveryId === first.deliveryId, 30_000)
  expect(retry.body).toEqual(first.body)
  await expectSigned(first, secret)
  await expectSigned(retry, rotated)
  await expect(verifyWebhook(retry.body, retry.headers, secret)).rejects.toMatchObject({ reason: 'wrong_signature' })
})
