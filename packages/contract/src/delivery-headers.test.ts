import { expect, test } from 'vitest'
import { deliveryHeaders, sign, signStandardWebhook } from './delivery-headers.ts'

// Computed with: printf '%s' '1795167600.{"a":"é😀"}' | openssl dgst -sha256 -hmac
// 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3'
test('signs timestamp and body with the secret as it is shown', () => {
  expect(sign('{"a":"é😀"}', 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3', 1_795_167_600)).toBe(
    't=1795167600,v1=b31bfdd34557c60095e657f3b60e536bb05290d91cf5568649981e2abace2783',
  )
})

test('signs as Standard Webhooks with the bytes after the prefix', () => {
  expect(signStandardWebhook('id-1', '{"a":1}', 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3', 1_795_167_600)).toBe(
    'v1,v1iGLfGLQ9hjCHm56jlK5nkB9Q+jBM2l/2A1PCQK1ho=',
  )
})

test('a delivery has every header of the spec', () => {
  const headers = deliveryHeaders({ id: 'd-1', event: 'message.received' }, '{}', 'whsec_AAAA', 1_795_167_600)
  expect(headers).toMatchObject({
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': 'message.received',
    'X-Service-Delivery': 'd-1',
    'X-Service-Timestamp': '1795167600',
    'webhook-id': 'd-1',
    'webhook-timestamp': '1795167600',
  })
  expect(headers['X-Service-Signature']).toMatch(/^t=1795167600,v1=[0-9a-f]{64}$/)
})
