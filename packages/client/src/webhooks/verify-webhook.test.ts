import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { verifyWebhook, type WebhookEvent } from './verify-webhook.ts'

// Signatures created with: printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$secret"
const SECRET = 'whsec_dGVzdC1zZWNyZXQtZm9yLXZlcmlmaWNhdGlvbg=='
const SIGNED_AT = 1767225600
const BODY =
  '{"event":"message.received","timestamp":"2026-01-01T00:00:00.000Z","phoneNumber":"+442071838750","from":"+447700900123","contact":{"name":"Ada","phoneNumber":"+447700900123"},"message":{"id":"m1","waId":"wamid.1","body":"Hello","media":[],"buttons":[]},"conversationId":"c1"}'
const MAC = '00ef3c99b5a6758def73f5a7fc035f57f6b468fba3aad1e986615f365864fdbb'
const UNICODE_BODY = BODY.replace('Ada', 'Zoë 小明')
  .replace('m1', 'm2')
  .replace('wamid.1', 'wamid.2')
  .replace('Hello', 'Grüße 👩‍🚀🎉')
const UNICODE_MAC = '53dadbf55a50505e80c06909d781440e559db9be26e399850ce710cbb5d27757'
const LARGE_BODY = `{"event":"test.ping","pad":"${'a'.repeat(102_400)}"}`
const LARGE_MAC = '1dd7e45686fcb91644b138a745380628a951d3afb78499a2ff0ba5a5bf2f4713'
const UNICODE_SECRET = 'ключ🔑'
const MAC_OF_UNICODE_SECRET = 'dd7e14fc8ef35e617968386f1cdb13ecd762626b472a0ef2dd77cf5cfb032dab'
const OTHER_MAC = 'f'.repeat(64)

const atSigning = { now: () => SIGNED_AT * 1000 }

function headers(mac = MAC, timestamp: number | string = SIGNED_AT) {
  return { 'x-service-signature': `t=${SIGNED_AT},v1=${mac}`, 'x-service-timestamp': String(timestamp) }
}

test.each([
  ['a plain body', BODY, MAC, SECRET],
  ['a non-ASCII body', UNICODE_BODY, UNICODE_MAC, SECRET],
  ['a body of 100 KB', LARGE_BODY, LARGE_MAC, SECRET],
  ['a non-ASCII secret', BODY, MAC_OF_UNICODE_SECRET, UNICODE_SECRET],
  ['uppercase hex digits', BODY, MAC.toUpperCase(), SECRET],
])('verifies %s, as text and as bytes', async (_, body, mac, secret) => {
  const event = JSON.parse(body)
  expect(await verifyWebhook(body, headers(mac), secret, atSigning)).toEqual(event)
  expect(await verifyWebhook(new TextEncoder().encode(body), headers(mac), secret, atSigning)).toEqual(event)
  const inLargerBuffer = Buffer.from(`xx${body}`).subarray(2)
  expect(await verifyWebhook(inLargerBuffer, headers(mac), secret, atSigning)).toEqual(event)
  const buffer = Uint8Array.from(Buffer.from(body)).buffer
  expect(await verifyWebhook(buffer, headers(mac), secret, atSigning)).toEqual(event)
})

test.each([[JSON.parse(BODY)], [undefined], [null], [[1]]])(
  'throws a TypeError for a parsed body: %o',
  async (body) => {
    await expect(verifyWebhook(body, headers(), SECRET, atSigning)).rejects.toThrow(
      new TypeError('rawBody must be the unchanged body as text or bytes. Verify it before it is parsed.'),
    )
  },
)

test.each([
  ['uppercase names', { 'X-Service-Signature': `t=${SIGNED_AT},v1=${MAC}`, 'X-SERVICE-TIMESTAMP': String(SIGNED_AT) }],
  [
    'values in arrays',
    { 'x-service-signature': [`t=${SIGNED_AT},v1=${MAC}`], 'x-service-timestamp': [String(SIGNED_AT)] },
  ],
  ['a Headers object', new Headers(headers())],
  ['no timestamp header', { 'x-service-signature': `t=${SIGNED_AT},v1=${MAC}`, other: undefined }],
  ['spaces around the parts', { 'x-service-signature': ` t=${SIGNED_AT} , v1=${MAC} ` }],
  ['several v1 values, one of them valid', { 'x-service-signature': `t=${SIGNED_AT},v1=${OTHER_MAC},v1=${MAC}` }],
  ['an unknown scheme besides v1', { 'x-service-signature': `t=${SIGNED_AT},v2=zz,v1=${MAC}` }],
])('accepts headers with %s', async (_, given) => {
  expect(await verifyWebhook(BODY, given, SECRET, atSigning)).toMatchObject({ event: 'message.received' })
})

test.each([
  ['no header', {}, 'missing_signature'],
  ['an empty Headers object', new Headers(), 'missing_signature'],
  ['an empty header', { 'x-service-signature': '' }, 'malformed_signature'],
  ['no t', { 'x-service-signature': `v1=${MAC}` }, 'malformed_signature'],
  ['two t', { 'x-service-signature': `t=${SIGNED_AT},t=${SIGNED_AT},v1=${MAC}` }, 'malformed_signature'],
  ['a t that is not a number', { 'x-service-signature': `t=soon,v1=${MAC}` }, 'malformed_signature'],
  ['a negative t', { 'x-service-signature': `t=-1,v1=${MAC}` }, 'malformed_signature'],
  ['no v1', { 'x-service-signature': `t=${SIGNED_AT}` }, 'malformed_signature'],
  ['a short v1', { 'x-service-signature': `t=${SIGNED_AT},v1=${MAC.slice(2)}` }, 'malformed_signature'],
  ['a v1 that is not hex', { 'x-service-signature': `t=${SIGNED_AT},v1=${'g'.repeat(64)}` }, 'malformed_signature'],
  ['another v1', headers(OTHER_MAC), 'wrong_signature'],
  ['another t', { 'x-service-signature': `t=${SIGNED_AT + 1},v1=${MAC}` }, 'wrong_signature'],
  ['the same t in other digits', { 'x-service-signature': `t=0${SIGNED_AT},v1=${MAC}` }, 'wrong_signature'],
  ['a timestamp header that is not a number', headers(MAC, 'soon'), 'malformed_timestamp'],
  ['a timestamp header that is stale', headers(MAC, SIGNED_AT - 301), 'outside_tolerance'],
  ['a timestamp header in the future', headers(MAC, SIGNED_AT + 301), 'outside_tolerance'],
])('rejects %s with %3$s', async (_, given, reason) => {
  await expect(verifyWebhook(BODY, given, SECRET, atSigning)).rejects.toMatchObject({
    name: 'WebhookVerificationError',
    reason,
  })
})

test.each([
  ['a tampered body', BODY.replace('Hello', 'Hullo'), SECRET],
  ['a body that was serialized again', JSON.stringify(JSON.parse(BODY), null, 1), SECRET],
  ['a wrong secret', BODY, `${SECRET}x`],
  ['the decoded secret', BODY, 'test-secret-for-verification'],
])('rejects %s', async (_, body, secret) => {
  await expect(verifyWebhook(body, headers(), secret, atSigning)).rejects.toMatchObject({ reason: 'wrong_signature' })
})

test.each([
  [-300, true],
  [300, true],
  [300.999, true],
  [-301, false],
  [301, false],
])('accepts a signature after %d seconds: %o', async (seconds, accepted) => {
  const verified = verifyWebhook(BODY, headers(), SECRET, { now: () => (SIGNED_AT + seconds) * 1000 })
  if (accepted) await expect(verified).resolves.toMatchObject({ conversationId: 'c1' })
  else await expect(verified).rejects.toMatchObject({ reason: 'outside_tolerance' })
})

test.each([
  ['no timestamp header', {}],
  ['a recent timestamp header', { 'x-service-timestamp': String(SIGNED_AT + 301) }],
])('rejects a stale signature with %s', async (_, timestamp) => {
  const given = { 'x-service-signature': `t=${SIGNED_AT},v1=${MAC}`, ...timestamp }
  const now = () => (SIGNED_AT + 301) * 1000
  await expect(verifyWebhook(BODY, given, SECRET, { now })).rejects.toMatchObject({ reason: 'outside_tolerance' })
})

test('uses the given tolerance', async () => {
  const now = () => (SIGNED_AT + 11) * 1000
  await expect(verifyWebhook(BODY, headers(), SECRET, { toleranceSeconds: 10, now })).rejects.toThrow('11 seconds ago')
  await expect(verifyWebhook(BODY, headers(), SECRET, { toleranceSeconds: 11, now })).resolves.toBeDefined()
})

test.each([
  ['not json', '78e4a79d09c7a2946de7e7bf0bef29312511657644dcfdec0ada83ef735e49e4'],
  ['[1]', 'd0c8512bd8498977e88ce5fb63409c38e6c17321fb889c9cd4f5f11d668fc6d8'],
  ['{"event":5}', '45e2eb995c724bdccc61f4202d635b7bb1af8215378425f3ed4df1c550059592'],
])('rejects a signed body that is not an event: %s', async (body, mac) => {
  await expect(verifyWebhook(body, headers(mac), SECRET, atSigning)).rejects.toMatchObject({ reason: 'malformed_body' })
})

test('throws a TypeError for an empty secret', async () => {
  await expect(verifyWebhook(BODY, headers(), '', atSigning)).rejects.toThrow(TypeError)
})

const signedBodies = fc.record({
  text: fc.string({ unit: 'binary' }),
  secret: fc.string({ unit: 'binary', minLength: 1 }),
})

function sign(body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(`${SIGNED_AT}.`).update(body).digest('hex')
}

test('verifies any signed body', async () => {
  await fc.assert(
    fc.asyncProperty(signedBodies, async ({ text, secret }) => {
      const body = new TextEncoder().encode(JSON.stringify({ event: 'test.ping', text }))
      const event = await verifyWebhook(body, headers(sign(body, secret)), secret, atSigning)
      expect(event).toEqual({ event: 'test.ping', text })
    }),
  )
})

test('rejects any change of a single byte', async () => {
  await fc.assert(
    fc.asyncProperty(signedBodies, fc.nat(), fc.integer({ min: 1, max: 255 }), async ({ text, secret }, at, change) => {
      const body = new TextEncoder().encode(JSON.stringify({ event: 'test.ping', text }))
      const mac = sign(body, secret)
      const index = at % body.length
      body[index] = (body[index] ?? 0) ^ change
      await expect(verifyWebhook(body, headers(mac), secret, atSigning)).rejects.toMatchObject({
        reason: 'wrong_signature',
      })
    }),
  )
})

test('the event name determines the fields', async () => {
  const event = await verifyWebhook(BODY, headers(), SECRET, atSigning)
  expect(event.event === 'message.received' && event.message.body).toBe('Hello')
  expectTypeOf<Extract<WebhookEvent, { event: 'message.received' }>['message']>().toExtend<{
    id: string
    waId: string
    body: string
    media: { url: string; mimeType: string }[]
    buttons: { type: string; text: string; url?: string | undefined; quickReplyId?: string | undefined }[]
    type?: string | undefined
    location?: { latitude: number; longitude: number } | undefined
  }>()
  expectTypeOf<Extract<WebhookEvent, { event: 'subscription.activated' }>['message']>().toEqualTypeOf<null>()
  expectTypeOf<Extract<WebhookEvent, { routing: string }>['webhookId']>().toEqualTypeOf<string>()
  expectTypeOf<Extract<WebhookEvent, { event: 'test.ping' }>>().not.toHaveProperty('webhookId')
})
