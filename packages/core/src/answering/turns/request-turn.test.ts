import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectNumber, NUMBER } from '../../../../../test/support/connected-number.ts'
import { memoryTable } from '../../../../../test/support/memory-table.ts'
import { AgentEntity } from '../../agents/agent-entity.ts'
import { NumberEntity } from '../../channel/numbers/number-entity.ts'
import { readWebhook } from '../../channel/provider/read-webhook.ts'
import { ConversationEntity, type ConversationItem } from '../../conversations/conversation-entity.ts'
import { findByContact } from '../../conversations/customers/resolve.ts'
import { handleWebhook } from '../../conversations/messages/handle-webhook.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import type { Caller } from '../../platform/request.ts'
import { requestTurn } from './request-turn.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const CUSTOMER = '447700900200'
const AGENT_ID = '0b0e7f63-5f5c-4b8e-9d3a-2f1f6f0b7a11'
const CALLER: Caller = { organizationId: 'o', userId: 'u', role: 'member', permission: 'full', groups: [] }

const table = memoryTable()
afterAll(() => table.restore())
beforeEach(async () => {
  table.clear()
  await connectNumber()
  await write('in1', 'Moin!', -60)
  await write('in2', 'Do you have cargo bikes?', -50)
})

async function write(id: string, body: string, at: number): Promise<void> {
  const timestamp = String(NOW / 1000 + at)
  const message = { id, from: CUSTOMER, timestamp, type: 'text', text: { body } }
  const metadata = { display_phone_number: NUMBER.number, phone_number_id: '1' }
  const change = { field: 'messages', value: { metadata, messages: [message] } }
  await handleWebhook('provider', readWebhook({ entry: [{ id: 'w', changes: [change] }] }, NOW), () => NOW)
}
/** Connects an agent as a change of the number that applies to its existing conversations. */
async function connect(): Promise<void> {
  const routed = {
    defaultRouting: 'agent',
    agentId: AGENT_ID,
    epoch: 1,
    epochAt: NOW - 1000,
    epochAgentId: AGENT_ID,
  } as const
  await NumberEntity.put({ ...NUMBER, ...routed }).go()
  await AgentEntity.put({
    organizationId: 'o',
    id: AGENT_ID,
    name: 'Reception',
    version: 1,
    size: 1,
    createdAt: 0,
  }).go()
}
async function conversation(): Promise<ConversationItem> {
  const found = await findByContact(NUMBER, { contactNumber: CUSTOMER })
  if (!found) throw new Error('no conversation')
  return found
}
async function messages() {
  const { id: conversationId } = await conversation()
  return (await MessageEntity.query.byId({ organizationId: 'o', conversationId }).go()).data
}
const started = () =>
  table
    .all()
    .filter((item) => item._e === 'startedTurn')
    .map((item) => JSON.parse(String(Object(item.out).b)))
const ask = async (requestId = 'r') => await requestTurn(CALLER, { id: (await conversation()).id, requestId }, NOW)

test('an agent that was connected later answers what was only stored, once', async () => {
  expect((await conversation()).waitingAt).toBeDefined()
  await connect()
  for (let time = 0; time < 3; time++) await ask()
  const stored = await messages()
  const { id: conversationId, waitingAt } = await conversation()
  const messageId = stored.at(-1)?.id
  expect(started()).toEqual([{ kind: 'turn', organizationId: 'o', conversationId, messageId, again: 'r' }])
  expect(stored.map(({ out }) => out?.q)).toEqual(['turns', 'turns'])
  // The agent sees both, in its own session.
  expect(new Set(stored.map(({ sessionId }) => sessionId)).size).toBe(1)
  expect(stored[0]?.sessionId).not.toBe((await conversation()).sessionId)
  expect(waitingAt).toBeDefined()
})

test('a message that came during a takeover is answered after it, and an agent that failed is tried at once', async () => {
  await connect()
  const { id } = await conversation()
  for (const { id: messageId } of await messages())
    await MessageEntity.patch({ organizationId: 'o', conversationId: id, id: messageId })
      .set({ turnId: messageId })
      .go()
  await ConversationEntity.patch({ organizationId: 'o', id })
    .set({ humanNeededSince: NOW - 1 })
    .go()
  await ask()
  expect(started()).toHaveLength(1)
  expect((await messages()).map(({ turnId }) => turnId)).toEqual([undefined, undefined])
  expect((await conversation()).humanNeededSince).toBeUndefined()
})

test('it says what to do if no agent is connected, or a person answers', async () => {
  await expect(ask()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('Connect an agent') })
  await connect()
  const { id } = await conversation()
  await ConversationEntity.patch({ organizationId: 'o', id })
    .set({ humanTakeoverUntil: NOW + 1 })
    .go()
  await expect(ask()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('Hand it back') })
  expect(started()).toEqual([])
})

test('a conversation of another organisation does not exist', async () => {
  const { id } = await conversation()
  await expect(requestTurn({ ...CALLER, organizationId: 'p' }, { id, requestId: 'r' }, NOW)).rejects.toMatchObject({
    status: 404,
  })
})
