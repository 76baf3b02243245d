// @module-tag full
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { ConversationEntity } from '@replywright/core/conversations/conversation-entity.ts'
import { callbackData } from '@replywright/core/conversations/messages/message-ids.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { windowWorld } from '../deliveries/window-world.ts'
import { actAsAdministrator, clientOf, outputOf } from '../support/administrator.ts'
import { chats, pageOf, text } from '../support/chats.ts'
import { freshCustomer, idOf, startTestService } from '../support/service.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { bodyOf } from './webhooks.ts'

const contract = dashboardEndpoints
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let service: Service
let demo: DashboardSession
beforeAll(async () => {
  service = await startTestService()
  demo = await signInToDashboard(service)
})
afterAll(() => service?.stop())

const { api, newConversation: openedBefore, openConversation, postChange, send, sentFor } = chats(() => service)

const post = (id: string, path: string, body: object, headers = {}) =>
  demo.call('POST', `/v1/conversations/${id}/${path}/`, body, headers)

async function threadOf(id: string, query = '') {
  return bodyOf(contract['conversations/thread'], await demo.call('GET', `/v1/conversations/${id}/thread/?${query}`))
}

async function upload(id: string, bytes: Buffer, name: string, mimeType: string) {
  const key = { 'Idempotency-Key': `upload-${id}` }
  const declared = await post(id, 'uploads', { name, size: bytes.length, mimeType }, key)
  const { id: uploadId, url, fields } = bodyOf(contract['conversations/create-upload'], declared)
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([Uint8Array.from(bytes)]))
  expect((await fetch(url, { method: 'POST', body: form })).ok).toBe(true)
  return uploadId
}

test('takeovers and routing changes are events with their authors, once per request', async () => {
  const id = await openConversation()
  const key = { 'Idempotency-Key': `takeover-${id}` }
  for (let run = 0; run < 2; run++)
    expect(await post(id, 'takeover', { durationMinutes: 30 }, key)).toMatchObject({ status: 200 })
  const you = { kind: 'user', name: service.ready.email, isYou: true }
  const taken = await threadOf(id)
  expect(taken).toMatchObject({
    conversation: { takenOverBy: you, takeover: { until: expect.any(String) } },
    events: [{ kind: 'taken-over', author: you, until: taken.conversation.takeover.until }],
  })
  await post(id, 'handback', { contact: { phoneNumber: '', name: '' } })
  await post(id, 'handback', { contact: { phoneNumber: '', name: '' } })
  const { webhook } = service.ready
  await post(id, 'routing', { mode: 'webhook', webhookId: webhook.id })
  const { conversation, events } = await threadOf(id)
  expect(conversation.takenOverBy).toBeNull()
  expect(events).toMatchObject([
    { kind: 'routed', author: you, mode: 'webhook', webhook: { id: webhook.id } },
    { kind: 'handed-back', author: you },
    { kind: 'taken-over' },
  ])
})

test('a member who is writing is told to the others, not to themselves', async () => {
  const id = await openConversation()
  const note = (isWriting: boolean) => demo.call('PUT', `/v1/conversations/${id}/writing/`, { isWriting })
  expect((await note(true)).status).toBe(204)
  expect((await threadOf(id)).conversation.writing).toBeNull()
  actAsAdministrator(service)
  const key = { organizationId: derivedId('demo organization', 'Demo'), id }
  await ConversationEntity.patch(key)
    .set({ writer: { userId: derivedId('another member') } })
    .go()
  expect((await threadOf(id)).conversation.writing).toMatchObject({ kind: 'user', isYou: false })
  // The first of two writers stays.
  expect((await note(true)).status).toBe(204)
  expect((await threadOf(id)).conversation.writing).toMatchObject({ isYou: false })
  expect(
    (await demo.call('PUT', `/v1/conversations/${derivedId('nobody')}/writing/`, { isWriting: true })).status,
  ).toBe(404)
})

test('messages that the provider posts again are not counted again, and the last one stays the last', async () => {
  await windowWorld(() => service).connectEarlier()
  const from = freshCustomer()
  const timestamp = Math.floor(Date.now() / 1000)
  const messages = ['late', 'one', 'two'].map((body) => {
    const sentAt = body === 'late' ? timestamp - 30 : timestamp
    return { from, text: body, id: `wamid.${body}-${from}`, timestamp: sentAt }
  })
  for (const message of [...messages.toReversed(), ...messages])
    expect(await service.provider.sendAsCustomer(message)).toMatchObject({ status: 200 })
  const { conversation } = await threadOf(await openedBefore(from))
  expect(conversation).toMatchObject({ unread: 3, inboundSeq: 3, lastMessage: 'one' })
})

test('nine messages of little more than a second are in order of arrival, on one page and on several', async () => {
  await windowWorld(() => service).connectEarlier()
  const from = freshCustomer()
  const timestamp = Math.floor(Date.now() / 1000) - 2
  const parts = Array.from({ length: 9 }, (_, index) => `part ${index + 1}`)
  for (const [index, part] of parts.entries())
    await service.provider.sendAsCustomer({ from, text: part, timestamp: timestamp + (index < 7 ? 0 : 1) })
  const id = await openedBefore(from)
  const latest = await threadOf(id)
  expect(latest.messages.map((message) => message.text)).toEqual(parts.toReversed())
  const positions = latest.messages.map(({ position }) => position)
  expect(positions).toEqual(positions.toSorted().toReversed())
  const listed: unknown[] = []
  for (const offset of [0, 4, 8]) {
    const page = pageOf(await api('GET', `/conversations/${id}/messages/?limit=4&offset=${offset}`))
    listed.push(...page.results.map((message) => message.text))
  }
  expect(listed).toEqual(parts.toReversed())
})

test('a note is for members only, and a conversation that is done is open again when the customer writes', async () => {
  const from = freshCustomer()
  const id = await openConversation(from)
  const you = { kind: 'user', name: service.ready.email, isYou: true }
  expect(await post(id, 'notes', { text: ' ' })).toMatchObject({ status: 400 })
  const key = { 'Idempotency-Key': `note-${id}` }
  for (let run = 0; run < 2; run++)
    expect(await post(id, 'notes', { text: 'Knows the owner' }, key)).toMatchObject({ status: 201 })
  expect(await post(id, 'done', { isDone: true })).toMatchObject({ body: { kind: 'done', author: you } })
  const done = await threadOf(id)
  expect(done.events).toMatchObject([{ kind: 'done' }, { kind: 'note', text: 'Knows the owner', author: you }])
  expect(done.conversation).toMatchObject({ isDone: true, unread: 0, takeover: { until: null } })
  expect(JSON.stringify(pageOf(await api('GET', `/conversations/${id}/messages/`)))).not.toContain('Knows the owner')
  await service.provider.sendAsCustomer({ from, text: 'One more thing' })
  expect((await threadOf(id)).conversation).toMatchObject({ isDone: false, unread: 1 })
  await post(id, 'done', { isDone: true })
  await post(id, 'done', { isDone: false })
  expect((await threadOf(id)).conversation.isDone).toBe(false)
})

test('a message of the customer names the message that it quotes, and an edit the one that it changes', async () => {
  const from = freshCustomer()
  const id = await openConversation(from)
  const quoted = (await threadOf(id)).messages[0]?.waId ?? ''
  await service.provider.sendAsCustomer({ from, text: 'This one', replyTo: quoted })
  await service.provider.sendAsCustomer({ from, edit: { original_message_id: quoted, text: 'Hello!' } })
  const { messages } = await threadOf(id)
  expect(messages.find(({ text: shown }) => shown === 'This one')?.replyToWaId).toBe(quoted)
  expect(messages.find(({ type }) => type === 'edit')).toMatchObject({ text: 'Hello!', edit: { messageWaId: quoted } })
})

test('messages have their authors, and later messages and events are read alone', async () => {
  const id = await openConversation()
  await post(id, 'messages', text('from a person'))
  await send(id, text('from a program'))
  const { messages, events } = await threadOf(id)
  expect(messages.map(({ text: shown, author }) => [shown, author?.kind, author?.isYou])).toEqual([
    ['from a program', 'key', false],
    ['from a person', 'user', true],
    [expect.any(String), undefined, undefined],
  ])
  expect(messages[0]?.author?.name).toEqual(expect.any(String))
  expect(events).toEqual([])
  expect(await threadOf(id, `after=${messages[0]?.id}`)).toMatchObject({ messages: [], events: [], hasMore: false })
  await post(id, 'takeover', {})
  const after = await threadOf(id, `after=${messages[1]?.id}`)
  expect(after).toMatchObject({ messages: [{ id: messages[0]?.id }], events: [{ kind: 'taken-over' }] })
  expect((await threadOf(id, `after=${messages[0]?.id}&event=${after.events[0]?.id}`)).events).toEqual([])
  const pages = [await threadOf(id, 'limit=2'), await threadOf(id, `limit=2&before=${messages[1]?.id}`)]
  expect(pages.map((page) => [page.messages.length, page.events.length, page.hasMore])).toEqual([
    [2, 1, true],
    [1, 0, false],
  ])
})

test('a file is sent by its first bytes, under the stable URL', async () => {
  const id = await openConversation()
  const uploadId = await upload(id, PNG, 'photo.pdf', 'image/png')
  const [{ id: replyTo } = {}] = (await threadOf(id)).messages
  const sent = bodyOf(
    contract['conversations/send-upload'],
    await post(id, 'files', { uploadId, name: 'photo.pdf', caption: 'Look', replyTo }),
  )
  const url = expect.stringContaining(`${service.ready.baseUrl}/media/`)
  expect(sent).toMatchObject({ text: 'Look', media: [{ url, mimeType: 'image/png', name: 'photo.pdf', uploadId }] })
  const copy = await fetch(sent.media[0]?.url ?? '')
  expect(Buffer.from(await copy.arrayBuffer()).equals(PNG)).toBe(true)
  expect(copy.headers.get('content-disposition')).toMatch(/^attachment/)
  const [request] = sentFor(sent.id)
  expect(JSON.stringify(request)).toContain('"type":"image"')
  expect(request).toMatchObject({ message: { context: { message_id: expect.stringMatching(/^wamid\./) } } })
})

test('a file that was sent has one copy, and can be sent again', async () => {
  const id = await openConversation()
  const uploadId = await upload(id, PNG, 'photo.png', 'image/png')
  const body = { uploadId, name: 'photo.png' }
  const send = async () => bodyOf(contract['conversations/send-upload'], await post(id, 'files', body))
  const sent = await send()
  const s3 = clientOf(S3Client, service.cloud)
  const Bucket = outputOf(service.cloud, 'BucketName')
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'media/unsent/' }))
  expect(Contents.filter(({ Key }) => Key?.endsWith(`/${id}/${uploadId}`))).toEqual([])
  for (const { media } of [sent, await send()]) {
    const copy = await fetch(media[0]?.url ?? '')
    expect(copy.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await copy.arrayBuffer()).equals(PNG)).toBe(true)
  }
})

test('a file that is refused because the window is closed is not stored, and can be sent later', async () => {
  const customer = freshCustomer()
  const id = await openedBefore(customer)
  const uploadId = await upload(id, PNG, 'photo.png', 'image/png')
  const body = { uploadId, name: 'photo.png' }
  expect(await post(id, 'files', body)).toMatchObject({ status: 409, body: { code: 'window_closed' } })
  const { Contents = [] } = await clientOf(S3Client, service.cloud).send(
    new ListObjectsV2Command({ Bucket: outputOf(service.cloud, 'BucketName'), Prefix: 'media/' }),
  )
  const keys = Contents.flatMap(({ Key }) => Key ?? []).filter((key) => key.includes(uploadId))
  expect(keys).toEqual([expect.stringMatching(/^media\/unsent\//)])
  await openConversation(customer)
  expect(await post(id, 'files', body)).toMatchObject({ status: 201 })
})

test.each([
  ['a type that the provider does not accept', { mimeType: 'image/gif', size: 10 }, 'mimeType'],
  ['more than the limit of its kind', { mimeType: 'image/png', size: 6_000_000 }, 'size'],
])('an upload of %s is rejected', async (_, file, path) => {
  expect(await post(await openConversation(), 'uploads', { name: 'a', ...file })).toMatchObject({
    status: 400,
    body: { details: [{ path }] },
  })
})

test('a file that is missing, or is not what was declared, is not sent', async () => {
  const id = await openConversation()
  const missing = { uploadId: '0199aa00-0000-7000-8000-000000000001', name: 'a.png' }
  expect(await post(id, 'files', missing)).toMatchObject({ status: 400, body: { details: [{ path: 'uploadId' }] } })
  const uploadId = await upload(id, Buffer.from('MZ\x90\x00program', 'latin1'), 'a.png', 'image/png')
  expect(await post(id, 'files', { uploadId, name: 'a.png' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'mimeType' }] },
  })
})

test('a failed message is sent again: under its id if it was rejected at once, else as a new one', async () => {
  const to = freshCustomer()
  const id = await openConversation(to)
  service.provider.failNext({ to, code: 131031 })
  expect(await post(id, 'messages', text('rejected'))).toMatchObject({ status: 502 })
  const [rejected] = (await threadOf(id)).messages
  expect(rejected).toMatchObject({ status: 'failed', error: { message: expect.any(String) } })
  const again = await post(id, 'resend', { messageId: rejected?.id })
  expect(again).toMatchObject({ status: 201, body: { id: rejected?.id, error: null } })
  service.provider.failNext({ to, html: 'Bad gateway' })
  const later = idOf(await post(id, 'messages', text('undeliverable')))
  const status = {
    id: 'wamid.lost',
    status: 'failed',
    timestamp: '1',
    errors: [{ code: 131026, title: 'Undeliverable' }],
  }
  const biz_opaque_callback_data = callbackData({ conversationId: id, messageId: later })
  expect(await postChange('messages', { statuses: [{ ...status, biz_opaque_callback_data }] })).toBe(200)
  expect((await threadOf(id)).messages[0]).toMatchObject({ id: later, status: 'failed' })
  const anew = await post(id, 'resend', { messageId: later })
  expect(anew).toMatchObject({ status: 201, body: { text: 'undeliverable', author: { isYou: true } } })
  expect(idOf(anew)).not.toBe(later)
  expect(await post(id, 'resend', { messageId: rejected?.id })).toMatchObject({ status: 409 })
})

test('a failed file is sent again with a URL that the provider can read', async () => {
  const to = freshCustomer()
  const id = await openConversation(to)
  const uploadId = await upload(id, PNG, 'photo.png', 'image/png')
  service.provider.failNext({ to, code: 131031 })
  expect(await post(id, 'files', { uploadId, name: 'photo.png' })).toMatchObject({ status: 502 })
  const [failed] = (await threadOf(id)).messages
  expect(await post(id, 'resend', { messageId: failed?.id })).toMatchObject({ status: 201 })
  const [{ message } = { message: {} }] = sentFor(failed?.id ?? '')
  const { image } = v.parse(v.object({ image: v.object({ link: v.string() }) }), message)
  expect(Buffer.from(await (await fetch(image.link)).arrayBuffer()).equals(PNG)).toBe(true)
})

test('large messages make pages shorter, and none is hidden', async () => {
  const customer = freshCustomer()
  const id = await openedBefore(customer)
  const start = Math.floor(Date.now() / 1000) - 60
  const sent = Array.from({ length: 24 }, (_, n) => `wamid.large-${customer}-${n}`)
  for (const [n, wamid] of sent.entries()) {
    const contacts = [{ name: { formatted_name: 'C' }, phones: [{ phone: 'x'.repeat(270_000) }] }]
    const message = { from: customer, id: wamid, timestamp: String(start + n), type: 'contacts', contacts }
    expect(await postChange('messages', { messages: [message] })).toBe(200)
  }
  const read: string[] = []
  for (let path = `/conversations/${id}/messages/?limit=100`; path !== ''; ) {
    const response = await api('GET', path)
    expect(response.status).toBe(200)
    const { results, next } = pageOf(response)
    expect(JSON.stringify(response.body).length).toBeLessThan(5_100_000)
    expect(results.length).toBeGreaterThan(0)
    read.push(...results.map((message) => String(message.id)))
    path = next === null ? '' : next.slice(next.indexOf('/conversations/'))
    if (next !== null) expect(new URL(next).searchParams.get('offset')).toBe(String(read.length))
  }
  expect(new Set(read).size).toBe(sent.length)
  expect(read).toHaveLength(sent.length)
  const shown: string[] = []
  for (let before: string | undefined; ; before = shown.at(-1)) {
    const { messages, hasMore } = await threadOf(id, before === undefined ? '' : `before=${before}`)
    expect(messages.length).toBeGreaterThan(0)
    shown.push(...messages.map((message) => message.id))
    if (!hasMore) break
  }
  expect(shown).toEqual(read)
})
