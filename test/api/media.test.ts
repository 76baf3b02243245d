// @module-tag full
import { randomBytes } from 'node:crypto'
import type { Service } from '@replywright/local/start-service.ts'
import type { CustomerInput } from '@replywright/simulators/provider/phone/send-as-customer.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callApi, freshCustomer, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const WithMedia = v.looseObject({
  conversationId: v.string(),
  message: v.looseObject({
    id: v.string(),
    media: v.tuple([v.strictObject({ url: v.pipe(v.string(), v.url()), mimeType: v.string() })]),
  }),
})

/** Sends a customer's file and returns what the webhook receives about it. */
async function receiveFile(input: CustomerInput) {
  const from = freshCustomer()
  await service.provider.sendAsCustomer({ from, ...input })
  const { json } = await service.receiver.next(({ body }) => body.includes(`+${from}`))
  const { conversationId, message } = v.parse(WithMedia, json)
  return { conversationId, messageId: message.id, file: message.media[0] }
}

const redirect = (url: string) => fetch(url, { redirect: 'manual' })

test.each([
  ['a picture', 'image', 'image/png', 70],
  ['a document of three megabytes', 'document', 'application/pdf', 3_000_000],
])("%s can be downloaded from the webhook's URL unchanged, as an attachment", async (_, kind, mimeType, size) => {
  const bytes = randomBytes(size)
  const { file } = await receiveFile({ [kind]: { mime_type: mimeType, base64: bytes.toString('base64') } })
  expect(file.url.startsWith(`${service.ready.baseUrl}/media/`)).toBe(true)
  const response = await redirect(file.url)
  expect(response.status).toBe(302)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const copy = await fetch(response.headers.get('location') ?? '')
  expect(copy.status).toBe(200)
  expect(copy.headers.get('content-type')).toBe(mimeType)
  expect(copy.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(Buffer.from(await copy.arrayBuffer()).equals(bytes)).toBe(true)
})

test('the list of messages has the webhook’s URL, which works with and without a trailing slash', async () => {
  const { conversationId, messageId, file } = await receiveFile({ audio: {} })
  const { baseUrl, apiKey } = service.ready
  const listed = await callApi(baseUrl, apiKey, 'GET', `/conversations/${conversationId}/messages/`)
  expect(listed.body).toMatchObject({ results: [{ id: messageId, type: 'audio', media: [file] }] })
  expect((await redirect(`${file.url}/`)).status).toBe(302)
})

test('a file that was read once stays readable after the provider deletes it', async () => {
  const [read, unread] = [await receiveFile({ image: {} }), await receiveFile({ image: {} })]
  expect((await redirect(read.file.url)).status).toBe(302)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 })
  try {
    expect((await redirect(read.file.url)).status).toBe(302)
    const gone = await redirect(unread.file.url)
    expect(gone.status).toBe(404)
    expect(await gone.json()).toMatchObject({ code: 'not_found' })
  } finally {
    vi.useRealTimers()
  }
})

test('a modified URL is a 404', async () => {
  const { file } = await receiveFile({ image: {} })
  const token = file.url.slice(file.url.lastIndexOf('/') + 1)
  const swap = (at: number) => token.slice(0, at) + (token.charAt(at) === 'A' ? 'B' : 'A') + token.slice(at + 1)
  for (const forged of [swap(0), swap(40), swap(token.length - 2), token.split('.')[0], 'x', `${token}x`])
    expect((await redirect(`${service.ready.baseUrl}/media/${forged}`)).status).toBe(404)
})
