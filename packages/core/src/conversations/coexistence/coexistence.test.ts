import { afterAll, beforeEach, expect, test } from 'vitest'
import { NUMBER as CONNECTED, connectNumber } from '../../../../../test/support/connected-number.ts'
import { memoryTable } from '../../../../../test/support/memory-table.ts'
import { healthOf, problemsAt } from '../../channel/numbers/health.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import { readWebhook } from '../../channel/provider/read-webhook.ts'
import { ConversationEntity, type ConversationItem } from '../conversation-entity.ts'
import { findByContact } from '../customers/resolve.ts'
import { handleWebhook } from '../messages/handle-webhook.ts'
import { MessageEntity } from '../messages/message-entity.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const SECONDS = NOW / 1000
const DAY = 86_400
const NUMBER = {
  ...CONNECTED,
  // History is from before the connection.
  connectedAt: NOW - 60_000,
  defaultRouting: 'agent',
  agentId: 'a',
} as const
const METADATA = { display_phone_number: '+44 7700 900100', phone_number_id: '1' }
const ALEX = '447700900200'
const BEA = '447700900300'

const table = memoryTable()
afterAll(() => table.restore())
beforeEach(async () => {
  table.clear()
  await connectNumber(NUMBER)
})

const post = async (field: string, value: object, now = NOW) =>
  await handleWebhook('provider', readWebhook({ entry: [{ id: 'w', changes: [{ field, value }] }] }, now), () => now)
const chat = async (contactNumber: string): Promise<ConversationItem | null> =>
  await findByContact(NUMBER, { contactNumber })
async function messagesOf(contactNumber: string) {
  const found = await chat(contactNumber)
  if (!found) return []
  return (await MessageEntity.query.byId({ organizationId: 'o', conversationId: found.id }).go()).data
}
const itemsOf = (name: string) => table.all().filter((item) => item._e === name)

const message = (id: string, from: string, daysAgo: number, more: object = { type: 'text', text: { body: id } }) => ({
  id,
  from,
  timestamp: String(SECONDS - daysAgo * DAY),
  ...more,
  history_context: { status: 'READ' },
})
const history = (threads: unknown[], more: object = {}) =>
  post('history', {
    messaging_product: 'whatsapp',
    metadata: METADATA,
    history: [{ metadata: { phase: 0, chunk_order: 1, progress: 55 }, threads }],
    ...more,
  })
const contact = (phone_number: string, full_name: string | undefined, action = 'add') =>
  post('smb_app_state_sync', {
    messaging_product: 'whatsapp',
    metadata: METADATA,
    state_sync: [
      { type: 'contact', contact: { full_name, phone_number }, action, metadata: { timestamp: String(SECONDS) } },
    ],
  })

test('the history of a phone is imported once, in both directions, and nobody answers it', async () => {
  const threads = [
    { id: ALEX, messages: [message('q1', ALEX, 3), message('a1', NUMBER.number, 2)] },
    { id: BEA, messages: [message('q2', BEA, 1), message('p2', BEA, 1, { type: 'media_placeholder' })] },
  ]
  for (let time = 0; time < 2; time++) expect(await history(threads)).toBe(true)
  expect(await messagesOf(ALEX)).toMatchObject([
    { direction: 'inbound', text: 'q1', details: { history: true } },
    { direction: 'outbound', role: 'human', text: 'a1', status: 'read' },
  ])
  expect(await messagesOf(BEA)).toHaveLength(2)
  expect(await chat(ALEX)).toMatchObject({ lastMessage: 'a1', inboundSeq: 0, messageCount: 2 })
  const stored = await chat(ALEX)
  expect([stored?.lastInboundAt, stored?.humanTakeoverUntil]).toEqual([undefined, undefined])
  expect([...itemsOf('delivery'), ...itemsOf('parked'), ...itemsOf('arming')]).toEqual([])
  expect((await messagesOf(ALEX)).flatMap(({ out, recipients }) => [out, recipients])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a file that follows is added to its message', async () => {
  await history([{ id: BEA, messages: [message('p', BEA, 1, { type: 'media_placeholder' })] }])
  const file = { type: 'image', image: { id: 'M1', mime_type: 'image/jpeg', caption: 'look' } }
  for (let time = 0; time < 2; time++)
    await post('history', { metadata: METADATA, messages: [message('p', BEA, 1, file)] })
  expect(await messagesOf(BEA)).toMatchObject([
    { type: 'image', text: 'look', media: [{ id: 'M1', mimeType: 'image/jpeg' }] },
  ])
})

test('what arrived already stays, and a later message is answered as usual', async () => {
  const live = { ...message('live', ALEX, 0), history_context: undefined }
  await post('messages', { metadata: METADATA, messages: [live] })
  await history([{ id: ALEX, messages: [message('old', ALEX, 5), live] }])
  const [old, current] = await messagesOf(ALEX)
  expect([old?.out, current?.out?.q]).toEqual([undefined, 'turns'])
  expect(await chat(ALEX)).toMatchObject({ lastMessage: 'live', inboundSeq: 1, messageCount: 2 })
})

test('messages beyond the retention are not imported', async () => {
  await history([{ id: ALEX, messages: [message('ancient', ALEX, 4000)] }])
  expect(await chat(ALEX)).toBeNull()
})

test('a refusal to share the history is kept, and is no problem of the number', async () => {
  const errors = [{ code: 2593109, title: 'History sharing is turned off' }]
  await post('history', { metadata: METADATA, history: [{ errors }] })
  expect(itemsOf('numberNotice')).toMatchObject([{ field: 'history', code: '2593109' }])
})

test('a message of the history that cannot be read is parked, and the others are imported', async () => {
  await history([{ id: ALEX, messages: [{ type: 'text' }, message('q', ALEX, 1)] }, 'nonsense'])
  expect(await messagesOf(ALEX)).toHaveLength(1)
  expect(itemsOf('parked')).toHaveLength(2)
})

test('the phone names a known customer, unless the API did', async () => {
  await post('messages', { metadata: METADATA, messages: [message('live', ALEX, 0)] })
  await contact(ALEX, 'Alex from the gym')
  expect(await chat(ALEX)).toMatchObject({ contactName: 'Alex from the gym', hasOwnName: true, namedByPhone: true })
  await contact(ALEX, 'Alex', 'edit')
  expect(await chat(ALEX)).toMatchObject({ contactName: 'Alex' })
  await contact(ALEX, undefined, 'remove')
  expect((await chat(ALEX))?.hasOwnName).toBeUndefined()
  const id = (await chat(ALEX))?.id ?? ''
  await ConversationEntity.patch({ organizationId: 'o', id }).set({ contactName: 'By API', hasOwnName: true }).go()
  await contact(ALEX, 'Alex')
  expect(await chat(ALEX)).toMatchObject({ contactName: 'By API' })
})

test('the name of a contact who has not written waits for the first message', async () => {
  await contact(BEA, 'Bea')
  expect([await chat(BEA), itemsOf('phoneContact').length]).toEqual([null, 1])
  // The number is cached for a while.
  await history([{ id: BEA, messages: [message('q', BEA, 1)] }])
  expect(await chat(BEA)).toMatchObject({ contactName: 'Bea', namedByPhone: true })
})

test('a contact that the owner removes is forgotten', async () => {
  await contact(BEA, 'Bea')
  await contact(BEA, undefined, 'remove')
  expect(itemsOf('phoneContact')).toEqual([])
})

test('a message of a group is parked with its content, and the number shows why nobody answers', async () => {
  const group = { ...message('g', ALEX, 0), group_id: 'group-1' }
  for (let time = 0; time < 2; time++) await post('messages', { metadata: METADATA, messages: [group] })
  const [parked, ...others] = itemsOf('parked')
  expect(others).toEqual([])
  expect(JSON.parse(String(parked?.raw)).message).toEqual(JSON.parse(JSON.stringify(group)))
  expect(await messagesOf(ALEX)).toEqual([])
  const number = await findNumber('1')
  expect(problemsAt(healthOf(number ?? {}), NOW)).toMatchObject([
    { code: 'GROUP_MESSAGE', state: 'warned', text: expect.stringContaining('group-1') },
  ])
})
