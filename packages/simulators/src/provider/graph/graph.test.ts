import { get, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../clock.ts'
import { type Receiver, startReceiver } from '../../receiver/receiver.ts'
import { type Provider, type ProviderOptions, startProvider } from '../provider.ts'

const shop = { phoneNumberId: '106540352242922', displayPhoneNumber: '+44 7700 900100', wabaId: '215589313241560883' }
const CUSTOMER = '447700900200'

const clock = manualClock(1_795_167_600_000)
let ingress: Receiver
let provider: Provider
const start = (options: Partial<ProviderOptions> = {}) =>
  startProvider({
    appSecret: 'app-secret',
    verifyToken: 'verify-token',
    ingressUrl: `${ingress.url}/ingress`,
    numbers: [shop],
    accessToken: 'token',
    clock,
    ...options,
  })
beforeEach(async () => {
  ingress = await startReceiver()
  provider = await start()
  await provider.sendAsCustomer({ from: CUSTOMER, text: 'Hi', id: 'wamid.IN' })
  await ingress.next()
})
afterEach(async () => {
  await provider.stop()
  await ingress.stop()
})

const call = (path: string, init: RequestInit = {}, { url } = provider) =>
  fetch(url + path, { ...init, headers: { authorization: 'Bearer token', ...init.headers } })
const post = (body: unknown, to = provider) =>
  call(`/v26.0/${shop.phoneNumberId}/messages`, { method: 'POST', body: JSON.stringify(body) }, to)
const send = (message: object, to = provider) => post({ messaging_product: 'whatsapp', to: CUSTOMER, ...message }, to)
const text = { type: 'text', text: { body: 'Hello' } }

test('returns a text’s id, records it, and reports sent and delivered with the callback data', async () => {
  const response = await send({ ...text, to: '+44 7700 900200', biz_opaque_callback_data: 'msg=42' })
  const { contacts, messages } = JSON.parse(await response.text())
  expect(contacts).toEqual([{ input: '+44 7700 900200', wa_id: CUSTOMER }])
  expect(await provider.nextSent()).toMatchObject({
    id: messages[0].id,
    customer: CUSTOMER,
    text: 'Hello',
    type: 'text',
  })
  for (const status of ['sent', 'delivered']) {
    const { json } = await ingress.next()
    const facts = { id: messages[0].id, status, recipient_id: CUSTOMER, biz_opaque_callback_data: 'msg=42' }
    expect(json).toMatchObject({ entry: [{ changes: [{ value: { statuses: [facts] } }] }] })
  }
  await provider.reportStatus(messages[0].id, 'read')
  expect(JSON.stringify((await ingress.next()).json)).toContain('"status":"read"')
})

test('requires the correct token', async () => {
  const path = `/v26.0/${shop.wabaId}/phone_numbers`
  for (const authorization of ['', 'Bearer other']) {
    const response = await call(path, { headers: { authorization } })
    expect([response.status, await response.json()]).toMatchObject([401, { error: { code: 190 } }])
  }
})

test('lists the numbers of an account, and returns errors for unknown ids and paths', async () => {
  const list = await (await call(`/v26.0/${shop.wabaId}/phone_numbers`)).json()
  expect(list).toMatchObject({ data: [{ id: shop.phoneNumberId, display_phone_number: '+44 7700 900100' }] })
  const unknown = await call('/v26.0/999/phone_numbers')
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { error: { code: 100, error_subcode: 33 } }])
  for (const path of ['/v26.0/1/2/3', '/messages', '/latest/1']) {
    const response = await call(path)
    expect([response.status, await response.json()]).toMatchObject([404, { error: { message: expect.any(String) } }])
  }
})

test('accepts free-form messages within 24 hours of a customer message, and templates always', async () => {
  clock.advance(86_399_000)
  expect((await send(text)).status).toBe(200)
  clock.advance(1000)
  const closed = await send(text)
  expect([closed.status, await closed.json()]).toMatchObject([400, { error: { code: 131047 } }])
  provider.addTemplate({ name: 'a', language: 'en', category: 'UTILITY', components: [{ type: 'BODY', text: 'A' }] })
  expect((await send({ type: 'template', template: { name: 'a', language: { code: 'en' } } })).status).toBe(200)
  await provider.sendAsCustomer({ from: CUSTOMER, system: {} })
  expect((await send(text)).status).toBe(400)
  await provider.sendAsCustomer({ from: CUSTOMER, text: 'back' })
  expect((await send(text)).status).toBe(200)
})

test('optionally accepts a message outside the window and reports a later failure', async () => {
  await using lenient = await start({ outsideWindow: 'fail-later' })
  const response = await send(text, lenient)
  expect(response.status).toBe(200)
  const failed = { status: 'failed', errors: [{ code: 131047 }] }
  expect((await ingress.next()).json).toMatchObject({ entry: [{ changes: [{ value: { statuses: [failed] } }] }] })
})

test('fails for a customer who left the network', async () => {
  provider.setCustomer(CUSTOMER, { reachable: false })
  expect(await (await send(text)).json()).toMatchObject({ error: { code: 131026 } })
  provider.setCustomer(CUSTOMER, { reachable: true })
  expect((await send(text)).status).toBe(200)
})

test('sends to a customer without a phone by user id', async () => {
  await provider.sendAsCustomer({ from: 'GB.1349', text: 'Hi' })
  await ingress.next()
  const response = await post({ messaging_product: 'whatsapp', recipient: 'GB.1349', ...text })
  expect(await response.json()).toMatchObject({ contacts: [{ input: 'GB.1349', user_id: 'GB.1349' }] })
  const status = { recipient_user_id: 'GB.1349' }
  expect((await ingress.next()).json).toMatchObject({ entry: [{ changes: [{ value: { statuses: [status] } }] }] })
})

test('shows read receipts and typing in the chat, and ends typing with the next message', async () => {
  const chat = async () => (await call(`/simulator/customers/${CUSTOMER}/chat`)).json()
  expect(await chat()).toMatchObject({ typing: false, messages: [{ by: 'customer', read: false }] })
  const receipt = { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.IN' }
  const answer = await post({ ...receipt, typing_indicator: { type: 'text' } })
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
  expect(await chat()).toMatchObject({ typing: true, messages: [{ read: true }] })
  await send(text)
  expect(await chat()).toMatchObject({
    typing: false,
    messages: [{ by: 'customer' }, { by: 'business', text: 'Hello' }],
  })
})

test('describes media by id, and serves them for five minutes with the token', async () => {
  const bytes = Buffer.from('a voice note')
  await provider.sendAsCustomer({ from: CUSTOMER, audio: { base64: bytes.toString('base64') } })
  const { audio } = JSON.parse(JSON.stringify((await ingress.next()).json)).entry[0].changes[0].value.messages[0]
  const described = JSON.parse(await (await call(`/v26.0/${audio.id}`)).text())
  expect(described).toMatchObject({ id: audio.id, mime_type: 'audio/ogg; codecs=opus', file_size: bytes.length })
  expect(Buffer.from(described.sha256, 'hex').toString('base64')).toBe(audio.sha256)
  const download = (url: string, authorization = 'Bearer token') => fetch(url, { headers: { authorization } })
  for (const url of [described.url, audio.url]) {
    expect(Buffer.from(await (await download(url)).arrayBuffer())).toEqual(bytes)
    expect((await download(url, '')).status).toBe(401)
  }
  expect((await download(described.url.replace('hash=', 'hash=0'))).status).toBe(404)
  const plain = await new Promise<IncomingMessage>((resolve) => {
    get(described.url, { headers: { authorization: 'Bearer token' } }, resolve)
  })
  expect(plain.resume().statusCode).toBe(404)
  clock.advance(300_000)
  expect((await download(described.url)).status).toBe(404)
  clock.advance(7 * 86_400_000)
  expect((await call(`/v26.0/${audio.id}`)).status).toBe(400)
})

test('applies planned faults to the next sends: an error, a page, a disconnect before and after', async () => {
  provider.failNext({ code: 131056, times: 2 })
  for (let i = 0; i < 2; i++) {
    const limited = await send(text)
    expect([limited.status, await limited.json()]).toMatchObject([429, { error: { code: 131056 } }])
  }
  provider.failNext({ html: '<h1>Bad gateway</h1>' })
  const page = await send(text)
  expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
  provider.failNext({ reset: 'before' })
  await expect(send(text)).rejects.toThrow('fetch failed')
  expect(provider.sent).toEqual([])
  provider.failNext({ reset: 'after' })
  await expect(send({ ...text, biz_opaque_callback_data: 'mine' })).rejects.toThrow('fetch failed')
  expect(provider.sent).toHaveLength(1)
  expect(JSON.stringify((await ingress.next()).json)).toContain('"mine"')
})

test('optionally reports a status before the response to the send', async () => {
  ingress.behave('/ingress', { kind: 'hang' })
  provider.failNext({ statusFirst: true })
  let answered = false
  const sending = send(text).then(
    () => (answered = true),
    () => undefined,
  )
  expect(JSON.stringify((await ingress.next()).json)).toContain('"status":"sent"')
  expect(answered).toBe(false)
  await provider.stop()
  await sending
})

test('lists sent messages by customer, and deletes them without closing the window', async () => {
  await send(text)
  const list = async (to: string) => (await call(`/simulator/messages?to=${to}`)).json()
  expect(await list(CUSTOMER)).toMatchObject({ messages: [{ text: 'Hello' }] })
  expect(await list('447700900999')).toEqual({ messages: [] })
  expect((await call('/simulator/messages', { method: 'DELETE' })).status).toBe(204)
  expect(await list(CUSTOMER)).toEqual({ messages: [] })
  expect((await send(text)).status).toBe(200)
})
