import { expect, test } from 'vitest'
import { lifecycleEnvelope, messageEnvelope, readPayloadIds } from './envelope.ts'

const conversation = { id: 'c1', msgNumber: '447700900100', contactName: 'Alex', contactNumber: '447700900200' }
const message = { id: 'm1', waId: 'wamid.1', body: '"conversationId":"c2"', media: [], buttons: [] }

test.each([
  ['a message', JSON.stringify(messageEnvelope('message.received', 0, conversation, message)), 'c1', 'm1'],
  [
    'a conversation',
    JSON.stringify(lifecycleEnvelope('subscription.revoked', 0, conversation, 'agent', 'w1')),
    'c1',
    undefined,
  ],
  ['nothing', '{"event":"test.ping"}', undefined, undefined],
  ['no JSON', 'hello', undefined, undefined],
])('reads the ids from a payload about %s', (_, payload, conversationId, messageId) => {
  const cause = readPayloadIds(payload)
  expect([cause.conversationId, cause.messageId]).toEqual([conversationId, messageId])
})
