import { expect, test } from 'vitest'
import type { ConversationItem } from '../conversation-entity.ts'
import { countsOf, joined } from './join-conversations.ts'

const conversation = (fields: Partial<ConversationItem>): ConversationItem => ({
  organizationId: 'o',
  id: 'c',
  phoneNumberId: '1',
  customerId: 'k',
  contactName: '',
  sessionId: 's',
  routingVersion: 0,
  lastMessage: '',
  msgNumber: '447700900100',
  inboundSeq: 2,
  createdAt: 1,
  ...fields,
})

test.each([
  ['both were answered by a person', 2, 1, 3],
  ['nobody replied in the other one', 2, undefined, 2],
  ['nobody replied in the one that stays', undefined, 1, 1],
  ['no person ever replied', undefined, undefined, undefined],
])('messages that a person answered stay so in one conversation: %s', (_, settledSeq, others, expected) => {
  const one = joined(conversation({ settledSeq }), conversation({ id: 'd', inboundSeq: 1, settledSeq: others }))
  expect(one).toMatchObject({ inboundSeq: 3 })
  expect(countsOf(one).settledSeq).toBe(expected)
})

test.each([
  ['only the other one waits', undefined, { inboundSeq: 1, waitingAt: '0000000000005#d' }, '0000000000005#c'],
  ['both wait', '0000000000003#c', { inboundSeq: 1, waitingAt: '0000000000005#d' }, '0000000000003#c'],
  ['the other one has a reply', undefined, { inboundSeq: 1, answeredSeq: 1, waitingAt: '0000000000005#d' }, undefined],
  [
    'an older request is open',
    '0000000000003#c',
    { handoff: { id: 'h', reason: 'r', summary: '', agentId: 'a', since: 1 } },
    '0000000000001#c',
  ],
])('a customer waits on in one conversation: %s', (_, waitingAt, others, expected) => {
  const one = conversation(waitingAt ? { waitingIn: 'o', waitingAt } : { answeredSeq: 2 })
  const other = conversation({ id: 'd', ...('waitingAt' in others && { waitingIn: 'o' }), ...others })
  expect(countsOf(joined(one, other)).waitingAt).toBe(expected)
})

test('who wrote the last message comes with it', () => {
  const one = conversation({
    lastMessage: 'Hello',
    lastMessageAt: 1,
    lastMessageBy: 'customer',
    lastMessageType: 'text',
  })
  const other = conversation({ lastMessage: '', lastMessageAt: 2, lastMessageBy: 'agent', lastMessageType: 'image' })
  expect(countsOf(joined(one, other))).toMatchObject({ lastMessageBy: 'agent', lastMessageType: 'image' })
})
