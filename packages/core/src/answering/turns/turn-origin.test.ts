import { expect, test, vi } from 'vitest'
import { openChat } from './turn-origin.ts'

vi.mock('../../channel/numbers/numbers.ts', () => ({ findNumber: async () => ({ organizationId: 'o' }) }))

const conversation = {
  organizationId: 'o',
  id: 'c',
  phoneNumberId: '1',
  msgNumber: '447700900100',
  customerId: 'u',
  contactName: '',
  sessionId: 's',
  routingVersion: 0,
  inboundSeq: 0,
  lastMessage: '',
  createdAt: 0,
}
const message = {
  organizationId: 'o',
  conversationId: 'c',
  id: 'm',
  direction: 'inbound' as const,
  type: 'text' as const,
  text: 'Hello',
  waId: '',
  sentAt: 2000,
  takenAt: 2000,
  expiresAt: 1,
}

/** Returns the time of the last message with which a turn judges the window. */
const judgedBy = async (lastInboundAt: number | undefined, origin: Parameters<typeof openChat>[1]) =>
  (await openChat({ ...conversation, lastInboundAt }, origin))?.conversation.lastInboundAt

test('a turn sees the window of its own message, which the conversation lacks if the ingress failed after storing it', async () => {
  expect(await judgedBy(undefined, { message })).toBe(2000)
  expect(await judgedBy(1000, { message })).toBe(2000)
})

test('a turn sees the window of a later message, or of the last one if it has none', async () => {
  expect(await judgedBy(3000, { message })).toBe(3000)
  expect(await judgedBy(3000, {})).toBe(3000)
})
