import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { manualClock } from '../../clock.ts'
import { type Receiver, startReceiver } from '../../receiver/receiver.ts'
import { problemOf } from '../graph/media-check.ts'
import { type Provider, startProvider } from '../provider.ts'
import { RULES } from './conformance.ts'
import { CREATION_RULES } from './creation-rules.ts'
import { RULE_TEMPLATES, type Rule, UNUSABLE } from './template-rules.ts'

const shop = { phoneNumberId: '106540352242922', displayPhoneNumber: '+44 7700 900100', wabaId: '215589313241560883' }
const other = { phoneNumberId: '106540352242923', displayPhoneNumber: '+44 7700 900101', wabaId: '215589313241560884' }
const CUSTOMER = '447700900200'
const components = [{ type: 'BODY', text: 'Hello' }]
const plain = { language: 'en_US', category: 'UTILITY' as const, components }

const clock = manualClock(1_795_167_600_000)
let ingress: Receiver
let provider: Provider

beforeAll(async () => {
  ingress = await startReceiver()
  provider = await startProvider({
    appSecret: 'app-secret',
    verifyToken: 'verify-token',
    ingressUrl: `${ingress.url}/ingress`,
    numbers: [shop, other],
    clock,
    templates: [
      ...[...RULE_TEMPLATES, ...Object.values(UNUSABLE).map((name) => ({ ...plain, name }))].map((template) => ({
        ...template,
        wabaId: shop.wabaId,
      })),
      { ...plain, name: 'elsewhere', wabaId: other.wabaId },
    ],
  })
  await changeTemplates()
})
afterAll(async () => {
  await provider.stop()
  await ingress.stop()
})
afterEach(() => settings({ numberRate: null, pairRate: null }))

const control = (method: string, path: string, body: object) =>
  fetch(`${provider.url}/simulator/${path}`, { method, body: JSON.stringify(body) })
const settings = (body: object) => control('PUT', 'settings', body)

/** Gives templates the status in which they cannot be sent. */
async function changeTemplates(): Promise<void> {
  const response = await fetch(`${provider.url}/simulator/accounts/${shop.wabaId}/templates`)
  const { templates } = JSON.parse(await response.text())
  for (const [status, name] of Object.entries(UNUSABLE)) {
    const { id } = templates.find((template: { name: string }) => template.name === name)
    await control('POST', `templates/${id}/review`, { status })
  }
}

async function enter(state: Rule['state']): Promise<void> {
  provider.setCustomer(CUSTOMER, { reachable: state !== 'left network' })
  if (state === 'closed window') clock.advance(86_400_000)
  else await provider.sendAsCustomer({ from: CUSTOMER, text: 'Hi' })
  const none = { messages: 0, seconds: 1 }
  if (state === 'pair rate') await settings({ pairRate: none })
  if (state === 'number rate') await settings({ numberRate: none })
}

test.each(RULES)('$rule: $code', async ({ code, breaks, state, isLater }) => {
  await enter(state)
  if (!breaks) provider.failNext({ code })
  const response = await fetch(`${provider.url}/v26.0/${shop.phoneNumberId}/messages`, {
    method: 'POST',
    headers: { authorization: 'Bearer token' },
    body: JSON.stringify({ messaging_product: 'whatsapp', to: CUSTOMER, ...(breaks ?? { text: { body: 'Hello' } }) }),
  })
  const body = JSON.parse(await response.text())
  if (!isLater) return expect(body).toMatchObject({ error: { code } })
  const [{ id }] = body.messages
  const failed = await ingress.next(({ body: webhook }) => webhook.includes('"failed"'))
  expect(failed.json).toMatchObject({
    entry: [{ changes: [{ value: { statuses: [{ id, status: 'failed', errors: [{ code }] }] } }] }],
  })
})

test.each([
  ['image', { type: 'image/gif', bytes: 1 }, 'Unsupported image mime type image/gif'],
  ['image', { type: 'image/png', bytes: 6_000_000 }, 'The image has more than'],
  ['document', { type: 'text/html', bytes: 1 }, 'Unsupported document mime type'],
  ['video', { type: 'video/mp4', bytes: 1 }, undefined],
] as const)('a file of the kind %s is %o: %s', (kind, file, problem) => {
  if (problem === undefined) expect(problemOf(kind, file)).toBeUndefined()
  else expect(problemOf(kind, file)).toContain(problem)
})

test('a rate is counted within its time, per customer or in total', async () => {
  await enter(undefined)
  await settings({ pairRate: { messages: 1, seconds: 6 } })
  const send = async (to: string) => {
    const response = await fetch(`${provider.url}/v26.0/${shop.phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer token' },
      body: JSON.stringify({ messaging_product: 'whatsapp', to, text: { body: 'Hello' } }),
    })
    return response.status
  }
  await provider.sendAsCustomer({ from: '447700900201', text: 'Hi' })
  expect([await send(CUSTOMER), await send(CUSTOMER), await send('447700900201')]).toEqual([200, 429, 200])
  clock.advance(6000)
  expect(await send(CUSTOMER)).toBe(200)
})

test.each(CREATION_RULES)('$rule: $code', async ({ code, breaks }) => {
  const create = async (fields: object) => {
    const response = await fetch(`${provider.url}/v26.0/${shop.wabaId}/message_templates`, {
      method: 'POST',
      headers: { authorization: 'Bearer token' },
      body: JSON.stringify({ ...plain, name: 'a_new_one', ...fields }),
    })
    return JSON.parse(await response.text())
  }
  expect(await create(breaks)).toMatchObject({ error: { code } })
})

test('a template of the library has its texts, and a lifetime within the limits of its category', async () => {
  const button = {
    type: 'URL',
    url: { base_url: 'https://example.com/{{1}}', url_suffix_example: 'https://example.com/7' },
  }
  const response = await fetch(`${provider.url}/v26.0/${shop.wabaId}/message_templates`, {
    method: 'POST',
    headers: { authorization: 'Bearer token' },
    body: JSON.stringify({
      name: 'on_its_way',
      language: 'en_US',
      category: 'UTILITY',
      library_template_name: 'delivery_update_1',
      library_template_button_inputs: [button],
      message_send_ttl_seconds: 43_200,
    }),
  })
  expect(await response.json()).toMatchObject({ category: 'UTILITY' })
  const list = await fetch(`${provider.url}/v26.0/${shop.wabaId}/message_templates?name=on_its_way`, {
    headers: { authorization: 'Bearer token' },
  })
  expect(await list.json()).toMatchObject({
    data: [
      {
        message_send_ttl_seconds: 43_200,
        components: [{ type: 'BODY' }, { type: 'BUTTONS', buttons: [{ url: button.url.base_url }] }],
      },
    ],
  })
})
