import type { EventName } from '../envelope.ts'
import { EXAMPLE_VALUES } from './values.ts'

/** Events without a message (spec, Payload envelope). */
const WITHOUT_MESSAGE = new Set<EventName>([
  'subscription.activated',
  'subscription.revoked',
  'subscription.service_window.expiring',
  'subscription.service_window.closed',
])

/** Returns an example of an event's body (spec, Payload envelope). */
export function exampleEnvelope(event: EventName): object {
  const customer = `+${EXAMPLE_VALUES.toNumber}`
  return {
    event,
    timestamp: '2026-03-02T09:15:30.000Z',
    phoneNumber: `+${EXAMPLE_VALUES.msgNumber}`,
    from: customer,
    contact: { name: EXAMPLE_VALUES['contact.name'], phoneNumber: customer },
    message: WITHOUT_MESSAGE.has(event)
      ? null
      : {
          id: EXAMPLE_VALUES['Message.id'],
          waId: EXAMPLE_VALUES.waId,
          body: EXAMPLE_VALUES.lastMessage,
          media: [],
          buttons: [],
        },
    conversationId: EXAMPLE_VALUES.conversationId,
    ...(event.startsWith('subscription.') && { routing: 'webhook', webhookId: EXAMPLE_VALUES.webhookId }),
  }
}
