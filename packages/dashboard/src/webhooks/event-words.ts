import type { EventName } from '@messaging/contract/envelope.ts'

/** When each event is sent, for whoever chooses among them (spec, Event kinds). */
export const EVENT_WORDS = {
  'message.received': 'A customer sends a message to a number that the endpoint is subscribed to.',
  'subscription.message.received': 'A customer writes in a conversation that is routed to this endpoint.',
  'subscription.activated': 'A conversation was routed to this endpoint.',
  'subscription.revoked': 'A conversation is no longer routed to this endpoint.',
  'subscription.service_window.expiring': 'An hour is left to answer a customer freely.',
  'subscription.service_window.closed': 'From now on only templates can be sent to a customer.',
  'test.ping': 'You press “Send test event”.',
} as const satisfies Record<EventName, string>
