import { afterAll, beforeEach, expect, test } from 'vitest'
import { NUMBER as CONNECTED, connectNumber } from '../../../../../test/support/connected-number.ts'
import { memoryTable } from '../../../../../test/support/memory-table.ts'
import { readWebhook } from '../../channel/provider/read-webhook.ts'
import { ConversationEntity, type ConversationItem } from '../conversation-entity.ts'
import { ConversationEventEntity } from '../conversation-event-entity.ts'
import { findByContact } from '../customers/resolve.ts'
import { handleWebhook } from '../messages/handle-webhook.ts'
import { MessageEntity } from '../messages/message-entity.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const SECONDS = NOW / 1000
const CUSTOMER = '447700900200'
const NUMBER = { ...CONNECTED, defaultRouting: 'agent', agentId: 'a' } as const
const METADATA = { display_phone_number: NUMBER.number, phone_number_id: '1' }

const table = memoryTable()
afterAll(() => table.restore())
beforeEach(async () => {
  table.clear()
  await connectNumber(NUMBER)
})

const post = async (field: string, value: object) =>
  await handleWebhook('provider', readWebhook({ entry: [{ id: 'w', changes: [{ field, value }] }] }, NOW), () => NOW)
const text = (id: string, body: string, at: number) => ({
  id,
  from: CUSTOMER,
  timestamp: String(SECONDS + at),
  type: 'text',
  text: { body },
})
const standby = (at: number, id = `in${at}`) =>
  post('standby', {
    messaging_product: 'whatsapp',
    metadata: METADATA,
    standby: { contacts: [{ wa_id: CUSTOMER, profile: { name: 'Alex' } }], messages: [text(id, 'Hi', at)] },
  })
const echo = (at: number) =>
  post('standby', {
    metadata: METADATA,
    standby: {
      message_echoes: [
        {
          id: `out${at}`,
          timestamp: String(SECONDS + at),
          message: { to: CUSTOMER, recipient_type: 'individual', type: 'text', text: { body: 'I am the other agent' } },
        },
      ],
    },
  })
const ordinary = (at: number) => post('messages', { metadata: METADATA, messages: [text(`own${at}`, 'Hello?', at)] })
const handover = (at: number, change: object) =>
  post('messaging_handovers', {
    messaging_product: 'whatsapp',
    recipient: METADATA,
    sender: { phone_number: CUSTOMER },
    timestamp: String(SECONDS + at),
    ...change,
  })
const PASSED = {
  type: 'control_passed',
  control_passed: { metadata: 'wants a refund', previous_owner_role: 'ai_agent', new_owner_role: 'escalation' },
}
const TAKEN = { type: 'control_taken', control_taken: { metadata: '' } }

async function conversation(): Promise<ConversationItem> {
  const found = await findByContact(NUMBER, { contactNumber: CUSTOMER })
  if (!found) throw new Error('no conversation')
  return found
}
async function kinds(): Promise<string[]> {
  const { id: conversationId } = await conversation()
  const { data } = await ConversationEventEntity.query.byId({ organizationId: 'o', conversationId }).go()
  return data.map(({ kind }) => kind)
}
async function messages() {
  const { id: conversationId } = await conversation()
  const { data } = await MessageEntity.query.byId({ organizationId: 'o', conversationId }).go()
  return data
}
const started = () => table.all().filter((item) => item._e === 'startedTurn')

test('a nested message in standby is stored and marked, and shows that another agent answers', async () => {
  expect(await standby(-60)).toBe(true)
  expect(await messages()).toMatchObject([{ direction: 'inbound', text: 'Hi', details: { standby: true } }])
  expect((await messages())[0]?.out).toBeUndefined()
  expect(await conversation()).toMatchObject({
    contactName: 'Alex',
    control: { holder: 'other_agent' },
    lastInboundAt: NOW - 60_000,
  })
  expect(await kinds()).toEqual(['control-passed'])
})

test('what the other agent writes is in the thread, marked, and no takeover', async () => {
  await standby(-60)
  await echo(-58)
  expect(await messages()).toMatchObject([
    { direction: 'inbound' },
    { direction: 'outbound', role: 'assistant', text: 'I am the other agent', details: { standby: true } },
  ])
  const stored = await conversation()
  expect(stored).toMatchObject({ lastMessage: 'I am the other agent', lastMessageBy: 'agent', answeredSeq: 1 })
  expect(stored.humanTakeoverUntil).toBeUndefined()
  expect(await kinds()).toEqual(['control-passed'])
})

test('a status of the other agent in standby finds its message', async () => {
  await echo(-58)
  const status = { id: 'out-58', status: 'delivered', timestamp: String(SECONDS - 50), recipient_id: CUSTOMER }
  await post('standby', { metadata: METADATA, standby: { statuses: [status] } })
  expect(await messages()).toMatchObject([{ status: 'delivered' }])
})

test('what another agent passes on, our agent answers, once', async () => {
  await standby(-60)
  await echo(-58)
  for (let time = 0; time < 3; time++) await handover(-30, PASSED)
  expect(await conversation()).toMatchObject({ control: { holder: 'service', at: NOW - 30_000 } })
  expect(await kinds()).toEqual(['control-passed', 'control-taken'])
  const [question] = await messages()
  expect(question?.out).toMatchObject({ q: 'turns' })
  expect(started()).toHaveLength(1)
  const { id: conversationId } = await conversation()
  const { data } = await ConversationEventEntity.query.byId({ organizationId: 'o', conversationId }).go()
  expect(data.at(-1)).toMatchObject({ reason: 'wants a refund', author: {} })
})

test('late notices and late messages in standby change nothing', async () => {
  await standby(-60)
  await handover(-30, PASSED)
  await handover(-40, TAKEN)
  await standby(-35, 'late')
  await standby(-30, 'same second')
  expect(await conversation()).toMatchObject({ control: { holder: 'service' } })
  await handover(-20, TAKEN)
  expect(await conversation()).toMatchObject({ control: { holder: 'other_agent' } })
})

test('an ordinary message shows that this service answers again', async () => {
  await standby(-60)
  await ordinary(-20)
  expect(await conversation()).toMatchObject({ control: { holder: 'service' } })
  expect(await kinds()).toEqual(['control-passed', 'control-taken'])
  expect((await messages()).at(-1)?.out).toMatchObject({ q: 'turns' })
})

test('a conversation without another agent has no control, and no write for it', async () => {
  await ordinary(-20)
  expect((await conversation()).control).toBeUndefined()
  expect(await kinds()).toEqual([])
})

test('a handover of an unknown customer starts a conversation', async () => {
  await handover(-20, PASSED)
  expect(await conversation()).toMatchObject({ control: { holder: 'service' }, inboundSeq: 0 })
  expect(started()).toEqual([])
})

test('a conversation that is routed to a webhook starts no turn', async () => {
  await standby(-60)
  const { id } = await conversation()
  await ConversationEntity.patch({ organizationId: 'o', id }).set({ routing: 'webhook' }).go()
  await handover(-30, PASSED)
  expect(await conversation()).toMatchObject({ control: { holder: 'service' } })
  expect(started()).toEqual([])
})
