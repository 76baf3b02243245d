// @module-tag full

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { updateWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerTemplates, review } from '../api/template-fixtures.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { freshCustomer, startTestService } from '../support/service.ts'
import { type InstalledExamples, installExamples } from './install-examples.ts'

let service: Service
let examples: InstalledExamples
beforeAll(async () => {
  service = await startTestService()
  examples = await installExamples()
})
afterAll(async () => {
  await examples?.[Symbol.asyncDispose]()
  await service?.stop()
})

/** A customer of more than one example. */
const REGULAR = freshCustomer()

/** Starts an example. Returns its URL and its later lines. */
async function start(name: string, env: Record<string, string> = {}) {
  const main = join(examples.directory, name, 'main.ts')
  const own = { READY: join(service.dataDir, 'ready.json'), INBOX: join(examples.directory, `${name}.db`), ...env }
  const { place, lines } = await examples.start(process.execPath, [main], / at (http:\S+)$/, own)
  return { url: place, lines }
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

type Content = Parameters<Service['provider']['sendAsCustomer']>[0]

/** Sends a customer's message. Returns the text of the reply. */
async function ask(from: string, content: Partial<Content>): Promise<string> {
  await service.provider.sendAsCustomer({ from, ...content })
  return await nextText(from)
}
const nextText = async (customer: string) =>
  (await service.provider.nextSent((sent) => sent.customer === customer && sent.type === 'text', 40_000)).text

async function approve(name: string): Promise<void> {
  const [template] = await providerTemplates(service, service.ready.account.waId, name)
  await review(service, template?.id ?? '', { status: 'APPROVED' })
}

/** Sends the deliveries of the demo's webhook to an example. */
async function deliverTo(url: string): Promise<void> {
  actAsAdministrator(service)
  const [owner, { id }] = [derivedId('demo organization', 'Demo'), service.ready.webhook]
  await updateWebhook(owner, id, { url: `${url}/webhook` }, { expected: undefined, now: Date.now() })
}

test('order-status looks orders up in the shop', async () => {
  await start('order-status')
  const customer = REGULAR
  expect(await ask(customer, { text: '/call find_order {"order": "A-1042"}' })).toContain('on its way')
  expect(await ask(customer, { text: '/call find_order {"order": "B-1"}' })).toContain('No order has this number')
})

test('appointments books a time for the customer who asks, and schedules a wake-up', async () => {
  const { lines } = await start('appointments')
  const [customer, other] = [REGULAR, freshCustomer()]
  const book = '/call book {"time": "2027-03-01T10:00"}'
  const reply = await ask(customer, { text: `${book}\n/call schedule_wake_up {"when": "90", "reason": "ask"}` })
  expect(reply).toMatch(/booked[\s\S]*Scheduled for/)
  expect(lines).toEqual([`+${customer} comes at 2027-03-01T10:00`])
  expect(await ask(other, { text: book })).toContain('not free')
  const free = await ask(other, { text: '/call free_times' })
  expect(free).toContain('2027-03-01T11:00')
  expect(free).not.toContain('2027-03-01T10:00')
})

test('one-time-password sends a code that is accepted once', async () => {
  const { url } = await start('one-time-password')
  await approve('sign_in_code')
  const phone = freshCustomer()
  expect(await post(`${url}/send`, { phone })).toMatchObject({ status: 202 })
  const sent = await service.provider.nextSent(({ customer }) => customer === phone, 40_000)
  const [, code = ''] = /"text":"(\d{6})"/.exec(JSON.stringify(sent.message)) ?? []
  expect(
    await post(`${url}/check`, { phone, code: code.replace(/^./, (digit) => String(9 - Number(digit))) }),
  ).toMatchObject({ status: 403 })
  // Full-width digits, as keyboards for Japanese write them.
  expect(await post(`${url}/check`, { phone, code: '０'.repeat(6) })).toMatchObject({ status: 403 })
  expect(await post(`${url}/check`, { phone, code })).toMatchObject({ status: 204 })
  expect(await post(`${url}/check`, { phone, code })).toMatchObject({ status: 410 })
})

test('shipping-notices sends one notice for a parcel, and answers the reply', async () => {
  const { url } = await start('shipping-notices')
  await approve('order_shipped')
  const parcel = { order: 'A-1042', name: 'Ada', phone: freshCustomer() }
  const first = await post(url, parcel)
  expect(first).toMatchObject({ status: 201 })
  expect(await post(url, parcel)).toEqual(first)
  expect(service.provider.sent.filter(({ customer }) => customer === parcel.phone)).toHaveLength(1)
  expect(await ask(parcel.phone, { text: 'When does it arrive?' })).toContain('When does it arrive?')
})

test('damaged-parcel opens a claim with the picture of the customer', async () => {
  const CLAIMS = join(examples.directory, 'claims')
  await start('damaged-parcel', { CLAIMS })
  const claim = '/call report_damage {"order": "A-1042", "damage": "a bent wheel"}'
  const customer = freshCustomer()
  expect(await ask(customer, { text: claim })).toContain('Ask the customer for a picture first')
  await ask(customer, { image: { caption: 'It came like this' } })
  expect(await ask(customer, { text: claim })).toContain('C-A-1042')
  const photo = await readFile('packages/simulators/src/provider/samples/photo.jpg')
  expect(await readFile(join(CLAIMS, 'A-1042.jpg'))).toEqual(photo)
})

test('voice-orders reads a voice message, and sends the order to the kitchen', async () => {
  const { lines } = await start('voice-orders')
  const customer = freshCustomer()
  expect(await ask(customer, { audio: {} })).toContain('A voice message of 13261 bytes')
  expect(await ask(customer, { text: '/call place_order {"dishes": "two pizzas"}' })).toContain('25')
  expect(lines).toEqual([`+${customer}: two pizzas`])
})

test('human-alert tells a chat tool who waits, and why', async () => {
  const { url } = await start('human-alert', { CHAT_URL: `${service.receiver.url}/chat` })
  await deliverTo(url)
  const from = freshCustomer()
  await ask(from, { text: '/call ask_for_human {"reason": "a refund", "summary": "A-1042 arrived broken."}' })
  const { json } = await service.receiver.next(({ path }) => path === '/chat', 40_000)
  expect(Object(json).text).toMatch(
    / waits for a person: a refund\nA-1042 arrived broken\.\nhttp\S+\/conversations\/\S+$/,
  )
})

test('inbox-bridge copies messages to the inbox, and replies to the customer', async () => {
  const { url } = await start('inbox-bridge', { INBOX_URL: `${service.receiver.url}/inbox` })
  await deliverTo(url)
  const from = freshCustomer()
  await service.provider.sendAsCustomer({ from, text: 'Is a person there?' })
  const { json } = await service.receiver.next(({ path }) => path === '/inbox', 40_000)
  expect(json).toMatchObject({ from: `+${from}`, text: 'Is a person there?' })
  const { thread } = Object(json)
  const reply = { thread, id: 'reply-1', text: 'Yes, I am Kim.' }
  expect(await post(`${url}/replies`, reply)).toMatchObject({ status: 401 })
  const sent = await post(`${url}/replies`, reply, { 'x-inbox-token': 'shared with the inbox' })
  expect(sent).toMatchObject({ status: 200 })
  expect(await post(`${url}/replies`, reply, { 'x-inbox-token': 'shared with the inbox' })).toEqual(sent)
  expect(service.provider.sent.filter(({ customer, text }) => customer === from && text === reply.text)).toHaveLength(1)
  expect((await fetch(`${url}/webhook`, { method: 'POST' })).status).toBe(400)
})

test('own-agent answers with a framework of its own', async () => {
  const { url } = await start('own-agent')
  await deliverTo(url)
  const customer = freshCustomer()
  expect(await ask(customer, { text: '/call opening_hours {"day": "Sunday"}' })).toContain('closed')
  expect(await ask(customer, { text: 'Thanks!' })).toContain('“Thanks!”')
})
