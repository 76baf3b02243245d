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
