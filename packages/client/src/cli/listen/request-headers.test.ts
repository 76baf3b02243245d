import { expect, test } from 'vitest'
import { verifyWebhook } from '../../webhooks/verify-webhook.ts'
import { type Forwardable, requestHeaders } from './request-headers.ts'

const NOW = Date.UTC(2026, 0, 1)
const SECRET = 'whsec_c2VjcmV0LXNlY3JldA=='
const payload = '{"event":"message.received","text":"Grüße 👋"}'
const id = '0199f3a4-0000-7000-8000-000000000001'

function attempted(secondsAgo: number, others: object = {}): Forwardable {
  const attempt = {
    at: new Date(NOW - secondsAgo * 1000).toISOString(),
    requestHeaders: { 'X-Service-Delivery': id, 'X-Service-Signature': `signed ${secondsAgo} s ago` },
    signaturesShown: true,
    ...others,
  }
  return { id, event: 'message.received', payload, attempts: [{ ...attempt, requestHeaders: {} }, attempt] }
}

test('uses the unchanged headers of the latest attempt', () => {
  expect(requestHeaders(attempted(10), undefined, NOW)).toEqual({
    headers: { 'X-Service-Delivery': id, 'X-Service-Signature': 'signed 10 s ago' },
    note: undefined,
  })
})

test('gives an event that a bus received the headers of a request', () => {
  const entry = { requestHeaders: { source: 'replywright', 'detail-type': 'message.received' } }
  const { headers, note } = requestHeaders(attempted(1, entry), undefined, NOW)
  expect(headers).toMatchObject({ 'X-Service-Event': 'message.received', 'X-Service-Delivery': id })
  expect(headers).not.toHaveProperty('detail-type')
  expect(note).toBe('unsigned')
})

test.each([
  [attempted(300), undefined],
  [attempted(301), 'old signature'],
  [attempted(1, { signaturesShown: false }), 'secret rotated'],
  [{ ...attempted(1), attempts: [] }, 'unsigned'],
] as const)('says why receivers reject the signature: %#', (delivery, note) => {
  expect(requestHeaders(delivery, undefined, NOW).note).toBe(note)
  expect(requestHeaders(delivery, SECRET, NOW).note).toBeUndefined()
})

test.each([attempted(86_400), { ...attempted(1), attempts: [] }])('signs with a secret now: %#', async (delivery) => {
  const { headers } = requestHeaders(delivery, SECRET, NOW)
  const options = { now: () => NOW, toleranceSeconds: 1 }
  expect(await verifyWebhook(payload, headers, SECRET, options)).toEqual(JSON.parse(payload))
  await expect(verifyWebhook(`${payload} `, headers, SECRET, options)).rejects.toThrow('does not match')
  expect(headers).toMatchObject({
    'X-Service-Delivery': id,
    // Of `<id>.1767225600.<payload>` with the decoded key, as Standard Webhooks defines it.
    'webhook-signature': 'v1,s+CxwYULfjzcPbQ6GPoIbwjx3sR9m+tC6wlX4Wy5DrU=',
  })
})
