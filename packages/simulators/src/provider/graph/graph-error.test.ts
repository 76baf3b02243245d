import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../receiver/receiver.ts'
import { type Provider, startProvider } from '../provider.ts'

const shop = { phoneNumberId: '106540352242922', displayPhoneNumber: '+44 7700 900100', wabaId: '215589313241560883' }
const CUSTOMER = '447700900200'

let ingress: Receiver
let provider: Provider
beforeEach(async () => {
  ingress = await startReceiver()
  const ingressUrl = `${ingress.url}/ingress`
  provider = await startProvider({ appSecret: 'app-secret', verifyToken: 'verify-token', ingressUrl, numbers: [shop] })
  provider.addTemplate({ name: 'order_update', language: 'en_US', category: 'UTILITY', components: [{ type: 'BODY' }] })
  await provider.sendAsCustomer({ from: CUSTOMER, text: 'Hi', id: 'wamid.IN' })
})
afterEach(async () => {
  await provider.stop()
  await ingress.stop()
})

const post = (body: unknown) =>
  fetch(`${provider.url}/v26.0/${shop.phoneNumberId}/messages`, {
    method: 'POST',
    headers: { authorization: 'Bearer token' },
    body: JSON.stringify(body),
  })
const text = { type: 'text', text: { body: 'Hello' } }

const buttons = (...titles: string[]) => ({
  type: 'interactive',
  interactive: {
    type: 'button',
    body: { text: 'Which?' },
    action: { buttons: titles.map((title, i) => ({ type: 'reply', reply: { id: `b${i}`, title } })) },
  },
})

test.each([
  { type: 'image', image: { link: 'https://cdn.example.com/a.jpg', caption: 'Receipt' } },
  { type: 'video', video: { link: 'https://cdn.example.com/a.mp4' } },
  { type: 'document', document: { link: 'https://cdn.example.com/a.pdf', filename: 'invoice.pdf' } },
  { type: 'audio', audio: { link: 'https://cdn.example.com/a.ogg', voice: true } },
  { type: 'sticker', sticker: { link: 'https://cdn.example.com/a.webp' } },
  { type: 'reaction', reaction: { message_id: 'wamid.IN', emoji: '👍' } },
  { type: 'template', template: { name: 'order_update', language: { code: 'en_US' }, components: [] } },
  { text: { body: 'a text needs no type' } },
  { ...text, context: { message_id: 'wamid.IN' } },
  buttons('Yes', 'No'),
  {
    type: 'interactive',
    interactive: {
      type: 'cta_url',
      body: { text: 'See' },
      action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com' } },
    },
  },
  {
    type: 'interactive',
    interactive: {
      type: 'list',
      body: { text: 'Pick' },
      action: { button: 'Options', sections: [{ rows: [{ id: 'r', title: 'R' }] }] },
    },
  },
])('accepts %o', async (message) => {
  expect((await post({ messaging_product: 'whatsapp', to: CUSTOMER, ...message })).status).toBe(200)
  expect(provider.sent).toHaveLength(1)
})

test('accepts an uploaded file by its id', async () => {
  const upload = async (type: string) => {
    const form = new FormData()
    form.append('messaging_product', 'whatsapp')
    form.append('file', new File(['bytes'], 'a.jpg', { type }))
    const headers = { authorization: 'Bearer token' }
    return await fetch(`${provider.url}/v26.0/${shop.phoneNumberId}/media`, { method: 'POST', headers, body: form })
  }
  const { id } = JSON.parse(await (await upload('image/jpeg')).text())
  const response = await post({ messaging_product: 'whatsapp', to: CUSTOMER, type: 'image', image: { id } })
  expect(response.status).toBe(200)
  expect((await upload('image/gif')).status).toBe(400)
})

test.each([
  [{}, 100],
  [{ messaging_product: 'whatsapp', ...text }, 100],
  [{ messaging_product: 'whatsapp', to: CUSTOMER, type: 'poem' }, 100],
  [{ messaging_product: 'whatsapp', to: CUSTOMER, type: 'text' }, 131008],
  [{ messaging_product: 'whatsapp', to: CUSTOMER, type: 'text', text: { body: '' } }, 131009],
  [{ messaging_product: 'whatsapp', to: CUSTOMER, type: 'text', text: { body: 'x'.repeat(4097) } }, 100],
  [{ messaging_product: 'whatsapp', to: CUSTOMER, type: 'text', text: { body: 'x', colour: 'red' } }, 100],
  [{ messaging_product: 'whatsapp', to: CUSTOMER, type: 'image', image: {} }, 131009],
  [
    { messaging_product: 'whatsapp', to: CUSTOMER, type: 'image', image: { id: '1', link: 'https://a.example' } },
    131009,
  ],
  [{ messaging_product: 'whatsapp', to: CUSTOMER, type: 'template', template: { name: 'a' } }, 131008],
  [{ messaging_product: 'whatsapp', to: CUSTOMER, ...buttons('A', 'B', 'C', 'D') }, 131009],
  [{ messaging_product: 'whatsapp', to: CUSTOMER, ...buttons('A', 'A') }, 131009],
  [{ messaging_product: 'whatsapp', to: CUSTOMER, ...buttons('x'.repeat(21)) }, 131009],
  [{ messaging_product: 'whatsapp', to: 'Alex', ...text }, 131009],
  [{ messaging_product: 'whatsapp', to: '447700900100', ...text }, 131021],
  [{ messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.UNKNOWN' }, 131009],
  [{ messaging_product: 'whatsapp', status: 'read' }, 131008],
])('rejects %o with code %i', async (body, code) => {
  const response = await post(body)
  const type = 'OAuthException'
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: expect.objectContaining({ code, type, message: expect.stringContaining(`(#${code})`) }) },
  ])
  expect(provider.sent).toEqual([])
})
