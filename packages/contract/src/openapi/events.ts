import type { EventName } from '../envelope.ts'

/** The description of an event, in the paragraphs of its page. */
interface EventText {
  readonly summary: string
  /** When the event is sent. */
  readonly when: string
  readonly recipient: string
  /** The order of its deliveries, and which of them are duplicates. */
  readonly order: string
}

const SAME_MESSAGE = 'A duplicate has the same `message.id`.'
const ORDERED = 'Sort the events of a conversation by `timestamp`.'
const PER_WINDOW = `Sent once for each service window; a message of the customer starts a new window. ${ORDERED}`

export const EVENTS: Readonly<Record<EventName, EventText>> = {
  'message.received': {
    summary: 'A customer sent a message to a number',
    when: 'A customer sends a message of any type to a number: text, files, a location, an order, a tapped button, a reaction, an edit, a deletion. It is sent for every routing of the conversation, also while an agent replies or another webhook receives the conversation.',
    recipient:
      'Every active webhook that is subscribed to the event and the number. Each of them has its own delivery.',
    order: `The deliveries of two messages can arrive in any order. ${ORDERED} ${SAME_MESSAGE} A webhook that also receives the conversation gets the message a second time, as \`subscription.message.received\`.`,
  },
  'test.ping': {
    summary: 'A test event was sent from the dashboard',
    when: 'Someone selects “Send test event” in the dashboard. The body has the form of a real event, with an invented customer and message.',
    recipient: 'The webhook on whose page it was selected, also if the webhook is disabled.',
    order:
      'Each test is one delivery. Do not process it as a message of a customer. Its failures do not count towards disabling the webhook.',
  },
  'subscription.message.received': {
    summary: 'A customer sent a message in a conversation that is routed to this webhook',
    when: 'A customer sends a message of any type in a conversation whose routing is `webhook`. No agent replies. Reply with `POST /api/v1/conversations/{id}/messages/`.',
    recipient: "Only the webhook of the conversation's routing.",
    order: `The deliveries of two messages can arrive in any order. ${ORDERED} ${SAME_MESSAGE}`,
  },
  'subscription.activated': {
    summary: 'A conversation moved to this webhook',
    when: 'A conversation moves to this webhook through the subscribe, unsubscribe or routing endpoint of the conversation. Changes of the default routing of a number send no event.',
    recipient: 'The new webhook.',
    order: `Sent one second after \`subscription.revoked\` to the previous webhook, with a later \`timestamp\`. ${ORDERED}`,
  },
  'subscription.revoked': {
    summary: 'A conversation moved away from this webhook',
    when: 'A conversation moves away from this webhook through the subscribe, unsubscribe or routing endpoint of the conversation. `routing` is the new routing. Changes of the default routing of a number send no event.',
    recipient: 'The previous webhook.',
    order: `Messages that were received before the change can arrive after it. ${ORDERED}`,
  },
  'subscription.service_window.expiring': {
    summary: 'The service window closes in about an hour',
    when: 'One hour before the service window of the conversation closes, which is 24 hours after the last message of the customer. After that, only templates can be sent.',
    recipient: "The webhook of the conversation's routing at that time. Nothing is sent without one.",
    order: PER_WINDOW,
  },
  'subscription.service_window.closed': {
    summary: 'The service window has closed',
    when: 'The service window of the conversation has closed, 24 hours after the last message of the customer. Only templates can be sent until the customer writes again.',
    recipient: "The webhook of the conversation's routing at that time. Nothing is sent without one.",
    order: PER_WINDOW,
  },
}

const DELIVERIES =
  'Sent at least once. Retries of a delivery have the same `X-Service-Delivery`; ignore one that you have processed. A replay has a new one, and the same body.'
const RETRIES =
  'After a 5xx response, a network error or 10 seconds without a response, up to 3 times: 10, 30 and 90 seconds after the attempt before. A 4xx response and a redirect are not retried. A webhook is disabled after 20 consecutive failures.'

/** Returns the description of an event in Markdown. */
export function eventDescription(event: EventName): string {
  const { when, recipient, order } = EVENTS[event]
  return [
    `**When it is sent.** ${when}`,
    `**Recipient.** ${recipient}`,
    `**Order and duplicates.** ${order} ${DELIVERIES}`,
    `**Retries.** ${RETRIES}`,
  ].join('\n\n')
}
