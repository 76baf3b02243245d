import { createHmac } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, listen } from '../../http.ts'
import { type Receiver, startReceiver } from '../../receiver/receiver.ts'
import { handshake, type Provider, startProvider } from '../provider.ts'

const shop = { phoneNumberId: '106540352242922', displayPhoneNumber: '+44 7700 900100', wabaId: '215589313241560883' }
const cafe = { phoneNumberId: '106540352242923', displayPhoneNumber: '+44 7700 900101', wabaId: '215589313241560883' }

let ingress: Receiver
let provider: Provider
beforeEach(async () => {
  ingress = await startReceiver()
  provider = await startProvider({
    appSecret: 'app-secret',
    verifyToken: 'verify-token',
    ingressUrl: () => `${ingress.url}/ingress`,
    numbers: [shop, cafe],
    retryDelaysSeconds: [0.001],
  })
})
afterEach(async () => {
  await provider.stop()
  await ingress.stop()
})

const phone = (path: string, body: unknown, method = 'POST') =>
  fetch(`${provider.url}/simulator/${path}`, { method, body: typeof body === 'string' ? body : JSON.stringify(body) })

/** Returns the `value` of the only change of the next webhook. */
async function nextValue() {
  const { json } = await ingress.next()
  expect(json).toMatchObject({ entry: [{ changes: [{ field: 'messages' }] }] })
  return JSON.parse(JSON.stringify(json)).entry[0].changes[0].value
}

test('sends a text over HTTP as a signed webhook with the exact bytes', async () => {
  const response = await phone('customers/447700900200/messages', { text: 'Grüße 👋', name: 'Alex' })
  const answer = await response.json()
  expect([response.status, answer]).toEqual([
    202,
    { messageIds: [expect.stringMatching(/^wamid\./)], delivered: true, status: 200 },
  ])
  const { headers, body } = await ingress.next()
  expect(headers['x-hub-signature-256']).toBe(`sha256=${createHmac('sha256', 'app-secret').update(body).digest('hex')}`)
  expect(body.toString()).toContain('Gr\\u00fc\\u00dfe \\ud83d\\udc4b')
})

test.each([
  [{ image: { caption: 'this one' } }, 'image', { image: { caption: 'this one', mime_type: 'image/jpeg' } }],
  [{ audio: {} }, 'audio', { audio: { voice: true, mime_type: 'audio/ogg; codecs=opus' } }],
  [{ document: { filename: 'a.pdf' } }, 'document', { document: { filename: 'a.pdf', mime_type: 'application/pdf' } }],
  [{ video: {} }, 'video', { video: { mime_type: 'video/mp4' } }],
  [{ sticker: {} }, 'sticker', { sticker: { animated: false } }],
  [{ location: { latitude: 51.5, longitude: -0.1 } }, 'location', { location: { latitude: 51.5, longitude: -0.1 } }],
  [
    { contacts: [{ name: { formatted_name: 'Sam' } }] },
    'contacts',
    { contacts: [{ name: { formatted_name: 'Sam' } }] },
  ],
  [
    { button_reply: { id: 'track', title: 'Track it' } },
    'interactive',
    { interactive: { type: 'button_reply', button_reply: { id: 'track', title: 'Track it' } } },
  ],
  [
    { list_reply: { id: 'r', title: 'R' } },
    'interactive',
    { interactive: { type: 'list_reply', list_reply: { id: 'r' } } },
  ],
  [{ button: { payload: 'YES', text: 'Yes' } }, 'button', { button: { payload: 'YES', text: 'Yes' } }],
  [
    { reaction: { message_id: 'wamid.X', emoji: '👍' } },
    'reaction',
    { reaction: { message_id: 'wamid.X', emoji: '👍' } },
  ],
  [{ order: { catalog_id: '1', product_items: [] } }, 'order', { order: { catalog_id: '1' } }],
  [{ system: { wa_id: '447700900999' } }, 'system', { system: { type: 'user_changed_number', wa_id: '447700900999' } }],
  [{ unsupported: { type: 'poll' } }, 'unsupported', { unsupported: { type: 'poll' }, errors: [{ code: 131051 }] }],
  [{ edit: { original_message_id: 'wamid.X', text: 'new' } }, 'edit', { edit: { original_message_id: 'wamid.X' } }],
  [{ revoke: { original_message_id: 'wamid.X' } }, 'revoke', { revoke: { original_message_id: 'wamid.X' } }],
  [{ referral: true }, 'text', { referral: { source_type: 'ad', headline: 'Chat with us' } }],
  [{ text: 'hi', replyTo: 'wamid.X' }, 'text', { context: { id: 'wamid.X', from: '447700900100' } }],
  [{ message: { type: 'ephemeral', ephemeral: {} } }, 'ephemeral', { ephemeral: {} }],
] as const)('sends %o as a message of type %s', async (input, type, expected) => {
  expect((await phone('customers/447700900200/messages', input)).status).toBe(202)
  const value = await nextValue()
  expect(value.messages).toMatchObject([{ type, from: '447700900200', ...expected }])
  expect('contacts' in value).toBe(type !== 'system')
})

test('selects the business number by digits or by id, and uses the given id and timestamp', async () => {
  await phone('customers/447700900200/messages', {
    text: 'a',
    to: '447700900101',
    id: 'wamid.MINE',
    timestamp: 1_700_000_000,
  })
  expect(await nextValue()).toMatchObject({
    metadata: { phone_number_id: cafe.phoneNumberId, display_phone_number: '447700900101' },
    messages: [{ id: 'wamid.MINE', timestamp: '1700000000' }],
  })
  await provider.sendAsCustomer({ from: '447700900200', text: 'b', to: cafe.phoneNumberId })
  expect((await nextValue()).metadata.phone_number_id).toBe(cafe.phoneNumberId)
  expect((await phone('customers/447700900200/messages', { text: 'a', to: '49' })).status).toBe(400)
})

test('sends only a user id for a customer without a phone', async () => {
  await phone('customers/447700900200/messages', { text: 'a', userId: 'GB.1349' })
  const value = await nextValue()
  expect(value.contacts).toEqual([{ profile: { name: expect.any(String) }, user_id: 'GB.1349' }])
  expect(value.messages[0]).toMatchObject({ from_user_id: 'GB.1349' })
  expect(value.messages[0]).not.toHaveProperty('from')

  await phone('customers/447700900200/messages', { text: 'b', userId: 'GB.1349', withPhone: true })
  expect((await nextValue()).messages[0]).toMatchObject({ from_user_id: 'GB.1349', from: '447700900200' })
})

test('batches distinct messages in one POST with repeat, and repeats the same bytes with duplicates', async () => {
  const { messageIds } = await provider.sendAsCustomer({ from: '447700900200', text: 'hi', repeat: 3, duplicates: 2 })
  expect(new Set(messageIds).size).toBe(3)
  const posts = [await ingress.next(), await ingress.next(), await ingress.next()]
  expect(new Set(posts.map(({ body }) => body.toString())).size).toBe(1)
  const texts = JSON.stringify(posts[0]?.json).match(/hi \d/g)
  expect(texts).toEqual(['hi 1', 'hi 2', 'hi 3'])
})

test('repeats a POST until the response is 200', async () => {
  ingress.behave('/ingress', [
    { status: 500 },
    { kind: 'reset' },
    { status: 302, headers: { location: '/x' } },
    { status: 403 },
    { status: 204 },
    {},
  ])
  const { delivered, status, messageIds } = await provider.sendAsCustomer({ from: '447700900200', text: 'hi' })
  expect([delivered, status]).toEqual([false, 500])
  for (let attempt = 1; attempt <= 6; attempt++) {
    const { json } = await ingress.next()
    expect(JSON.stringify(json)).toContain(messageIds[0])
  }
  await expect
    .poll(() => provider.webhooks[0])
    .toMatchObject({ delivered: true, statuses: [500, 0, 302, 403, 204, 200] })
  expect(ingress.received('/x')).toEqual([])
})

test('posts any envelope unchanged: signed, badly signed or unsigned', async () => {
  const envelope = '{ "object": "x", "entry": [ 12345678901234567890 ] }'
  await phone('webhooks', envelope)
  const signed = await ingress.next()
  expect(signed.body.toString()).toBe(envelope)
  const signature = createHmac('sha256', 'app-secret').update(envelope).digest('hex')
  expect(signed.headers['x-hub-signature-256']).toBe(`sha256=${signature}`)

  ingress.behave('/ingress', { status: 401 })
  const refused = await phone('webhooks', { envelope: { object: 'x' }, signature: 'bad' })
  expect(await refused.json()).toEqual({ delivered: false, status: 401 })
  const bad = await ingress.next()
  expect(bad.body.toString()).toBe('{"object":"x"}')
  const right = createHmac('sha256', 'app-secret').update(bad.body).digest('hex')
  expect(bad.headers['x-hub-signature-256']).toMatch(/^sha256=[0-9a-f]{64}$/)
  expect(bad.headers['x-hub-signature-256']).not.toBe(`sha256=${right}`)

  await phone('webhooks?signature=none', 'not even JSON')
  const unsigned = await ingress.next()
  expect(unsigned.body.toString()).toBe('not even JSON')
  expect(unsigned.headers).not.toHaveProperty('x-hub-signature-256')
})

test('accepts the handshake only if the plain challenge is returned for the correct token', async () => {
  const answers = (path: string, challenge: string) => (path === '/quoted' ? `"${challenge}"` : challenge)
  const server = await listen(async ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
    const token =
      searchParams.get('hub.verify_token') === 'verify-token' && searchParams.get('hub.mode') === 'subscribe'
    const body = Buffer.from(answers(pathname, searchParams.get('hub.challenge') ?? ''))
    answer(response, { status: token ? 200 : 403, body })
  })
  expect(await handshake(`${server.url}/`, 'verify-token')).toMatchObject({ ok: true, status: 200 })
  expect(await handshake(`${server.url}/`, 'other')).toMatchObject({ ok: false, status: 403 })
  expect(await handshake(`${server.url}/quoted`, 'verify-token')).toMatchObject({ ok: false, status: 200 })
  await server.close()
  expect(await provider.handshake()).toMatchObject({ ok: false, body: '' })
  expect(await ingress.next()).toMatchObject({ method: 'GET', path: '/ingress' })
})

test('keeps chats and open windows over a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'provider-'))
  const options = {
    appSecret: 'app-secret',
    verifyToken: 'verify-token',
    ingressUrl: `${ingress.url}/ingress`,
    numbers: [shop],
    journal: join(folder, 'chats.ndjson'),
  }
  const send = ({ url }: Provider, body: string) =>
    fetch(`${url}/v26.0/${shop.phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer any' },
      body: JSON.stringify({ messaging_product: 'whatsapp', to: '447700900200', text: { body } }),
    })
  const first = await startProvider(options)
  await first.sendAsCustomer({ from: '447700900200', text: 'Hi' })
  await send(first, 'Hello')
  await expect.poll(() => first.sent[0]?.status).toBe('delivered')
  await first.stop()
  appendFileSync(options.journal, '{"kind":"recei')

  const second = await startProvider(options)
  expect(second.sent).toMatchObject([{ text: 'Hello', status: 'delivered' }])
  expect((await send(second, 'Still here')).status).toBe(200)
  await second.stop()

  const third = await startProvider(options)
  expect(third.sent.map(({ text }) => text)).toEqual(['Hello', 'Still here'])
  await third.stop()
  rmSync(folder, { recursive: true })
})

test('a customer keeps the name of the last message that had one, over a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'names-'))
  const options = {
    appSecret: 'app-secret',
    verifyToken: 'verify-token',
    ingressUrl: `${ingress.url}/ingress`,
    numbers: [shop],
    journal: join(folder, 'chats.ndjson'),
  }
  const from = '447700900231'
  const nextName = async () => (await nextValue()).contacts[0].profile.name
  const first = await startProvider(options)
  await first.sendAsCustomer({ from, text: 'a' })
  expect(await nextName()).toBe('Customer 0231')
  await first.sendAsCustomer({ from, name: 'Alex', text: 'b' })
  expect(await nextName()).toBe('Alex')
  await first.stop()
  const second = await startProvider(options)
  await second.sendAsCustomer({ from, text: 'c' })
  expect(await nextName()).toBe('Alex')
  await second.stop()
  rmSync(folder, { recursive: true })
})

test.each([
  [{}, 'exactly one of text, image'],
  [{ text: 'a', image: {} }, 'exactly one of text, image'],
  [{ text: 1 }, 'text'],
  [{ txet: 'a' }, 'txet'],
])('rejects %o with a reason', async (input, reason) => {
  const response = await phone('customers/447700900200/messages', input)
  expect([response.status, await response.json()]).toEqual([400, { error: expect.stringContaining(reason) }])
  expect(ingress.received()).toEqual([])
})

test('serves the page, and returns 404 for an unknown path', async () => {
  expect(await (await fetch(provider.url)).text()).toContain("Customer's phone")
  expect((await phone('nothing', '{}')).status).toBe(404)
})
