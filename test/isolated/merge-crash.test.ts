// @module-tag full

import { WakeUpEntity } from '@replywright/core/answering/wake-ups/wake-up-entity.ts'
import { NumberEntity, NumberOwnershipEntity } from '@replywright/core/channel/numbers/number-entity.ts'
import { ConversationEntity, type ConversationItem } from '@replywright/core/conversations/conversation-entity.ts'
import { ConversationEventEntity } from '@replywright/core/conversations/conversation-event-entity.ts'
import { finishMerge } from '@replywright/core/conversations/customers/finish-merge.ts'
import type { Names } from '@replywright/core/conversations/customers/names.ts'
import { findByContact } from '@replywright/core/conversations/customers/resolve.ts'
import { MemoryEntity } from '@replywright/core/conversations/memory-entity.ts'
import { handleInbound } from '@replywright/core/conversations/messages/handle-inbound.ts'
import { MessageEntity } from '@replywright/core/conversations/messages/message-entity.ts'
import { findOptedOut, setOptedOut } from '@replywright/core/conversations/opt-out.ts'
import { outTo } from '@replywright/core/platform/outbox/out.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { memoryTable } from '../support/memory-table.ts'

vi.mock('@replywright/core/platform/secrets/secrets.ts', async (original) => ({
  ...(await original<object>()),
  findContactKey: async () => Buffer.from('key'),
}))

const NOW = 1_795_167_600_000
const ORGANIZATION = 'o'
const number = {
  organizationId: ORGANIZATION,
  id: 'n',
  phoneNumberId: '1',
  number: '447700900100',
  sandbox: false,
  connectedAt: 0,
  agentId: 'agent',
  defaultRouting: 'agent' as const,
}
const PHONE = { contactNumber: '447700900200' }
const HIDDEN = { contactUserId: 'GB.1' }
const BOTH = { ...PHONE, ...HIDDEN }

let pause: () => Promise<void> = async () => {}
const table = memoryTable(async () => await pause())
afterAll(() => table.restore())

function message(waId: string, names: Names) {
  return {
    phoneNumberId: number.phoneNumberId,
    waId,
    sentAt: NOW - 60_000 + Number(waId) * 1000,
    contactNumber: names.contactNumber,
    contactUserId: names.contactUserId,
    contactName: 'Alex',
    type: 'text',
    text: `text ${waId}`,
    media: [],
    quickReplyId: undefined,
    referral: undefined,
    detail: undefined,
    fromCustomer: true,
    opensWindow: true,
  }
}

/** A customer who wrote from a number, and one without a number who is the same person. Returns the conversation of the second one. */
async function begin(): Promise<ConversationItem> {
  pause = async () => {}
  table.clear()
  await NumberEntity.put(number).go()
  await NumberOwnershipEntity.put(number).go()
  await handleInbound(message('1', PHONE), NOW - 1000)
  await handleInbound(message('2', HIDDEN), NOW)
  await setOptedOut(ORGANIZATION, HIDDEN, { optedOut: true, at: NOW - 1000 })
  await setOptedOut(ORGANIZATION, PHONE, { optedOut: false, at: NOW })
  const hidden = await findByContact(number, HIDDEN)
  const known = await findByContact(number, PHONE)
  if (!hidden || !known) throw new Error('no conversation')
  const key = { organizationId: ORGANIZATION, conversationId: hidden.id }
  const expiresAt = NOW / 1000 + 86_400
  const memory = { organizationId: ORGANIZATION, agentId: 'agent', expiresAt }
  await MemoryEntity.put({ ...memory, ownerId: known.customerId, keyId: 'k', value: '"old"', writtenAt: 1 }).go()
  await MemoryEntity.put({ ...memory, ownerId: hidden.customerId, keyId: 'k', value: '"new"', writtenAt: 2 }).go()
  const note = { id: 'note', kind: 'note' as const, at: NOW, author: { userId: 'u' }, text: 'Call back' }
  await ConversationEventEntity.put({ ...key, ...note, expiresAt }).go()
  await WakeUpEntity.put({
    ...{
      ...key,
      id: 'wake-up',
      agentId: 'agent',
      configId: 'c',
      reason: 'ask again',
      fireAt: NOW + 3_600_000,
      expiresAt,
    },
    ...{ lastMessageId: hidden.lastMessageId, inboundTakenAt: hidden.inboundTakenAt },
    out: outTo('windows', ORGANIZATION, { kind: 'wake-up', ...key, wakeUpId: 'wake-up' }),
  }).go()
  await ConversationEntity.patch({ organizationId: ORGANIZATION, id: hidden.id })
    .set({ handoff: { id: 'h', reason: 'refund', summary: 'S', agentId: 'agent', since: NOW - 5000 } })
    .go()
  return hidden
}

/** Processes the messages of merges that the relay would send, as often as there are some. */
async function relay(): Promise<void> {
  for (const { _e, id, out } of table.all())
    if (_e === 'merged' && out) await finishMerge({ kind: 'merged', organizationId: ORGANIZATION, id: String(id) }, NOW)
}

async function stateAfter(hidden: ConversationItem) {
  const conversation = await findByContact(number, HIDDEN)
  if (!conversation) throw new Error('no conversation')
  const key = { organizationId: ORGANIZATION, conversationId: conversation.id }
  const [messages, events, wakeUps, memory] = await Promise.all([
    MessageEntity.query.byId(key).go(),
    ConversationEventEntity.query.byId(key).go(),
    WakeUpEntity.query.byId(key).go(),
    MemoryEntity.query.byOwner({ organizationId: ORGANIZATION, ownerId: conversation.customerId }).go(),
  ])
  const left = table.all().filter(({ pk }) => pk === `c#${ORGANIZATION}#${hidden.id}`)
  const isPending = wakeUps.data.map(({ lastMessageId, out }) => [
    lastMessageId === conversation.lastMessageId,
    JSON.parse(out.b).conversationId === conversation.id,
  ])
  return {
    messages: messages.data.map(({ waId, sessionId, out }) => [
      waId,
      sessionId === conversation.sessionId,
      out && JSON.parse(out.b).conversationId === conversation.id,
    ]),
    seq: conversation.inboundSeq,
    notes: events.data.map(({ text }) => text),
    wakeUps: wakeUps.data.length,
    isPending,
    memory: memory.data.map(({ value }) => value),
    handoff: conversation.handoff?.reason,
    optedOut: await findOptedOut(ORGANIZATION, [PHONE.contactNumber, `user:${HIDDEN.contactUserId}`]),
    left: left.map(({ _e }) => _e),
    audit: table.all().filter(({ _e, action }) => _e === 'audit' && action === 'merge_automatically').length,
    open: table.all().filter(({ _e, out }) => _e === 'merged' && out !== undefined).length,
  }
}

const COMPLETE = {
  messages: [
    ['1', true, true],
    ['2', true, true],
    ['3', true, true],
  ],
  seq: 3,
  notes: ['Call back'],
  wakeUps: 1,
  memory: ['"new"'],
  handoff: 'refund',
  optedOut: true,
  left: [],
  audit: 1,
  open: 0,
}

test('a merge is complete, wherever the process that makes it stops', async () => {
  const hidden = await begin()
  let calls = 0
  pause = async () => {
    calls += 1
  }
  await handleInbound(message('3', BOTH), NOW)
  pause = async () => {}
  await relay()
  expect(await stateAfter(hidden)).toMatchObject(COMPLETE)
  expect(calls).toBeGreaterThan(20)
  for (let last = 1; last <= calls; last++) {
    const before = await begin()
    let call = 0
    // The process stops: no later call arrives.
    pause = async () => {
      call += 1
      if (call >= last) throw new Error('stopped')
    }
    await handleInbound(message('3', BOTH), NOW).catch(() => {})
    pause = async () => {}
    // The messages of the merge, and then the provider’s repetition. In the last call, nothing was missing.
    await relay()
    await handleInbound(message('3', BOTH), NOW)
    await relay()
    expect(await stateAfter(before), `stopped before call ${last}`).toMatchObject(COMPLETE)
  }
})

test('a step that stops while it moves continues when it is repeated', async () => {
  for (let last = 1; last <= 40; last++) {
    const hidden = await begin()
    let call = 0
    // The merge is stored, and nothing after it.
    pause = async () => {
      if (table.all().some(({ _e }) => _e === 'merged')) throw new Error('stopped')
    }
    await handleInbound(message('3', BOTH), NOW).catch(() => {})
    pause = async () => {
      call += 1
      if (call === last) throw new Error('stopped')
    }
    await relay().catch(() => {})
    pause = async () => {}
    await relay()
    await handleInbound(message('3', BOTH), NOW)
    expect(await stateAfter(hidden), `stopped before call ${last}`).toMatchObject(COMPLETE)
  }
})

test('a choice about marketing is never that of the next owner of a number, wherever the process stops', async () => {
  const moved = { contactNumber: '447700900999', ...HIDDEN }
  const next = { ...PHONE, contactUserId: 'GB.9' }
  for (let last = 1; ; last++) {
    pause = async () => {}
    table.clear()
    await NumberEntity.put(number).go()
    await NumberOwnershipEntity.put(number).go()
    await handleInbound(message('1', BOTH), NOW)
    await setOptedOut(ORGANIZATION, BOTH, { optedOut: true, at: NOW - 59_000 })
    let call = 0
    pause = async () => {
      call += 1
      if (call >= last) throw new Error('stopped')
    }
    // The user id shows that the customer has another number now.
    const isDone = await handleInbound(message('2', moved), NOW).then(
      () => true,
      () => false,
    )
    pause = async () => {}
    await handleInbound(message('2', moved), NOW)
    await handleInbound(message('3', next), NOW)
    const choices = await Promise.all([PHONE, moved].map((one) => findOptedOut(ORGANIZATION, [one.contactNumber])))
    expect(choices, `stopped before call ${last}`).toEqual([false, true])
    if (isDone) break
  }
})
