import { expect, test } from 'vitest'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { contactId } from '../../conversations/contact-id.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { memoryOwners } from './memory-store.ts'

const NUMBER: NumberItem = {
  phoneNumberId: '1',
  id: 'n1',
  organizationId: 'o1',
  number: '447700900100',
  sandbox: false,
  connectedAt: 0,
}
const conversation = (more: Partial<ConversationItem>): ConversationItem => ({
  organizationId: 'o1',
  id: 'c1',
  phoneNumberId: '1',
  msgNumber: '447700900100',
  contactName: '',
  sessionId: 's1',
  routingVersion: 0,
  inboundSeq: 0,
  lastMessage: '',
  createdAt: 0,
  ...more,
})
const ownersOf = (more: Partial<ConversationItem>, number = NUMBER) =>
  memoryOwners({ conversation: conversation(more), number })

test('a customer has one memory on all numbers of the organisation', () => {
  const owners = ownersOf({ contactNumber: '447700900200' })
  expect(owners).toEqual([contactId(conversation({ contactNumber: '447700900200' }))])
  expect(ownersOf({ contactNumber: '447700900200', id: 'c2', phoneNumberId: '2' })).toEqual(owners)
  expect(ownersOf({ contactNumber: '447700900201' })).not.toEqual(owners)
  expect(ownersOf({ contactNumber: '447700900200', organizationId: 'o2' })).not.toEqual(owners)
})

test('reads the memory from before the customer shared their number, and writes to the current one', () => {
  const [before = ''] = ownersOf({ contactUserId: 'u1' })
  const [known = ''] = ownersOf({ contactNumber: '447700900200' })
  expect(ownersOf({ contactUserId: 'u1', contactNumber: '447700900200' })).toEqual([before, known])
})

test('a trial on a sandbox number has its own memory', () => {
  const owners = ownersOf({ contactNumber: '447700900200' }, { ...NUMBER, sandbox: true })
  expect(owners).toEqual(['c1'])
})
