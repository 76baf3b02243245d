import { expect, test } from 'vitest'
import { decideRecipients } from './recipients.ts'

test('each listener and the webhook in the route receive the message, also when they are the same webhook', () => {
  expect(decideRecipients(['a', 'b'], { webhookId: 'b' })).toEqual([
    { webhookId: 'a', event: 'message.received' },
    { webhookId: 'b', event: 'message.received' },
    { webhookId: 'b', event: 'subscription.message.received' },
  ])
})

test('only listeners receive the message of a conversation that is not routed to a webhook', () => {
  expect(decideRecipients(['a'], { webhookId: null })).toEqual([{ webhookId: 'a', event: 'message.received' }])
  expect(decideRecipients([], { webhookId: null })).toEqual([])
})
