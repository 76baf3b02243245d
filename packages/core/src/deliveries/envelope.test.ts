import { EVENTS } from '@replywright/contract/envelope.ts'
import { expect, test } from 'vitest'
import { lifecycleEnvelope, messageEnvelope, subscriptionMessageEnvelope } from './envelope.ts'

const conversation = { id: 'c1', msgNumber: '447700900100', contactName: 'Alex', contactNumber: '447700900200' }
const message = { id: 'm1', waId: 'wamid.1', body: '"conversationId":"c2"', media: [], buttons: [] }

const { contactNumber, ...unknown } = conversation
const shared = {
  timestamp: '1970-01-01T00:00:00.000Z',
  phoneNumber: '+447700900100',
  from: '+447700900200',
  contact: { name: 'Alex', phoneNumber: '+447700900200' },
  conversationId: 'c1',
}

test.each([
  [
    'a message',
    messageEnvelope('message.received', 0, conversation, message),
    { ...shared, event: 'message.received', message },
  ],
  [
    'a customer without a known number',
    messageEnvelope('message.received', 0, unknown, message),
    { ...shared, event: 'message.received', message, from: '', contact: { name: 'Alex', phoneNumber: '' } },
  ],
  [
    'a message in a conversation that is routed to a webhook',
    subscriptionMessageEnvelope(0, conversation, message, 'w1'),
    { ...shared, event: 'subscription.message.received', message, routing: 'webhook', webhookId: 'w1' },
  ],
])('builds the envelope of %s', (_, envelope, expected) => {
  expect(envelope).toEqual(expected)
})

const LIFECYCLE = EVENTS.flatMap(({ about, schema }) =>
  about === 'conversation' && 'routing' in schema.entries ? [schema.entries.event.literal] : [],
)

test.each(LIFECYCLE)('builds the envelope of %s', (event) => {
  const envelope = lifecycleEnvelope(event, 0, conversation, null, 'w1')
  expect(envelope).toEqual({ ...shared, event, message: null, routing: 'null', webhookId: 'w1' })
})
