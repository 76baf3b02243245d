import * as v from 'valibot'
import type { MESSAGE_STATUSES } from './causes.ts'
import { ControlHolder } from './control-holder.ts'
import { contactIds } from './customer-key.ts'
import { CustomerNames, NameEvidence } from './customer-names.ts'
import { MessageContent } from './envelope-content.ts'
import { ExamDrop } from './exam-drop.ts'
import { DateTime } from './fields.ts'
import { NumberHealth } from './number-health.ts'
import { MessagePricing } from './pricing.ts'
import { Referral } from './referral.ts'
import { Usd } from './usd.ts'

/** A phone number in an envelope: E.164 with plus, or `''` for a contact without a known number. */
const EnvelopeNumber = v.pipe(v.string(), v.regex(/^(\+[1-9]\d{6,14})?$/))

export const EnvelopeMessage = v.object({
  id: v.string(),
  waId: v.pipe(v.string(), v.description("The provider's message id.")),
  body: v.pipe(v.string(), v.description('Text, caption or button title, or an empty string.')),
  media: v.array(v.object({ url: v.string(), mimeType: v.string() })),
  buttons: v.array(
    v.object({
      type: v.string(),
      text: v.string(),
      url: v.optional(v.string()),
      quickReplyId: v.optional(v.string()),
    }),
  ),
})
export type EnvelopeMessage = v.InferOutput<typeof EnvelopeMessage>

/** A customer's message in an event: the fields of every message, then its type and the content of the type. */
export const EventMessage = v.intersect([EnvelopeMessage, MessageContent])
export type EventMessage = v.InferOutput<typeof EventMessage>

const timestamp = v.pipe(DateTime, v.description('When the event happened. Sort the events of a conversation by it.'))
const phoneNumber = v.pipe(
  EnvelopeNumber,
  v.description('The business number in E.164 format. The API has it without the plus.'),
)
const from = v.pipe(
  EnvelopeNumber,
  v.description("The customer's number in E.164 format; empty if it is unknown. The API has it without the plus."),
)
const contact = v.object({
  name: v.string(),
  phoneNumber: EnvelopeNumber,
  id: v.pipe(
    v.optional(v.string()),
    v.description('`contact.id` of a customer with a user id. The conversation has it for every customer.'),
  ),
  ...contactIds,
})
const conversationId = v.string()
const latestReferral = v.pipe(
  v.optional(Referral),
  v.description('The ad that led to this message. Absent for other messages.'),
)
const routing = v.pipe(
  v.string(),
  v.description("The conversation's routing after the event: `webhook`, `agent`, `sandbox` or `null`."),
)
const webhookId = v.pipe(v.string(), v.description('The webhook that receives the delivery.'))

/** The fields of an event about a message that is not tied to a conversation's routing. */
const withMessage = { timestamp, phoneNumber, from, contact, message: EventMessage, conversationId, latestReferral }
/** The fields of an event about a conversation that is routed to a webhook, or was until the event. */
const withRouting = { timestamp, phoneNumber, from, contact, message: v.null(), conversationId, routing, webhookId }

const eventOf = <const Name extends string, Fields extends v.ObjectEntries>(name: Name, fields: Fields) =>
  v.object({ event: v.literal(name), ...fields })

export const MessageReceivedEvent = eventOf('message.received', withMessage)
export const TestPingEvent = eventOf('test.ping', withMessage)
export const SubscriptionMessageReceivedEvent = eventOf('subscription.message.received', {
  ...withMessage,
  routing,
  webhookId,
})
export const SubscriptionActivatedEvent = eventOf('subscription.activated', withRouting)
export const SubscriptionRevokedEvent = eventOf('subscription.revoked', withRouting)
export const ServiceWindowExpiringEvent = eventOf('subscription.service_window.expiring', withRouting)
export const ServiceWindowClosedEvent = eventOf('subscription.service_window.closed', withRouting)
export const HumanNeededEvent = eventOf('conversation.human_needed', {
  timestamp,
  phoneNumber,
  from,
  contact,
  message: v.null(),
  conversationId,
  reason: v.pipe(v.string(), v.description('Why a person is needed, in the words of the agent.')),
  summary: v.pipe(v.string(), v.description('What the customer wants. Empty if the agent failed to answer.')),
  since: v.pipe(DateTime, v.description('Since when the customer waits for a person.')),
})

export const ConversationEndedEvent = eventOf('conversation.ended', {
  timestamp,
  phoneNumber,
  from,
  contact,
  message: v.null(),
  conversationId,
  summary: v.pipe(v.string(), v.description('One or two sentences of the model. Empty if it did not respond.')),
  outcome: v.pipe(
    v.record(v.string(), v.unknown()),
    v.description("The values of the agent's `outcomeKeys`, by key; their initial value, or null, if it is not known."),
  ),
  endedBy: v.pipe(
    v.picklist(['agent', 'person', 'nobody']),
    v.description('Who wrote last: `agent` or `person`, or `nobody` if the customer wrote last.'),
  ),
  messages: v.pipe(v.number(), v.integer(), v.description('Messages of the session, in both directions.')),
  tokens: v.pipe(v.number(), v.integer(), v.description('Tokens that models read and wrote for the session.')),
  usd: v.pipe(Usd, v.description('What the session cost in USD, each part a decimal with six places.')),
})

export const ControlChangedEvent = eventOf('conversation.control_changed', {
  timestamp,
  phoneNumber,
  from,
  contact,
  message: v.null(),
  conversationId,
  control: v.pipe(ControlHolder, v.description('Who answers the customer from then on.')),
  before: v.pipe(ControlHolder, v.description('Who answered before, as far as it was known.')),
  metadata: v.pipe(
    v.string(),
    v.description(
      'What the one says who passed or took the control, as the provider reports it; empty if it says nothing.',
    ),
  ),
})

export const CallMissedEvent = eventOf('call.missed', {
  timestamp,
  phoneNumber,
  from,
  contact,
  message: EventMessage,
  conversationId,
})

export const NumberHealthEvent = eventOf('number.health', {
  timestamp,
  phoneNumber,
  // Every event has these fields. This one is about no customer.
  from: v.pipe(EnvelopeNumber, v.description('Empty: the event is about no customer.')),
  contact,
  message: v.null(),
  conversationId: v.pipe(v.string(), v.description('Empty: the event is about no conversation.')),
  before: NumberHealth,
  after: NumberHealth,
  cause: v.object({
    field: v.pipe(v.string(), v.description("The field of the provider's webhook, or `doctor`.")),
    code: v.pipe(v.string(), v.description("The provider's word for what happened.")),
    notice: v.pipe(
      v.record(v.string(), v.unknown()),
      v.description("The whole notice, with the provider's names. The field is open."),
    ),
  }),
})

export const CustomerChangedEvent = eventOf('customer.changed', {
  timestamp,
  phoneNumber,
  from,
  contact,
  message: v.null(),
  conversationId: v.pipe(
    v.string(),
    v.description('A conversation of the customer: the one in which the change was seen, if it was in one.'),
  ),
  before: v.pipe(CustomerNames, v.description('The customer before the change.')),
  after: v.pipe(CustomerNames, v.description('The same customer after it.')),
  why: NameEvidence,
  merged: v.pipe(
    v.array(CustomerNames),
    v.description(
      'The customers who turned out to be this one, with the names that they had. Their ids lead to this customer. Empty for other changes.',
    ),
  ),
  separated: v.pipe(
    v.array(CustomerNames),
    v.description(
      'The customers who are no longer this one, because a member undid the merge, with the names that they have. Their ids lead to them again. Empty for other changes.',
    ),
  ),
})

export const MessageSentEvent = eventOf('message.sent', {
  timestamp,
  phoneNumber,
  from,
  contact,
  message: EventMessage,
  conversationId,
  sentBy: v.pipe(
    v.picklist(['agent', 'person', 'api', 'phone_app']),
    v.description(
      'Who sent it: an agent or its trigger, or another agent on the number; a person in the dashboard; an API key; or the owner of the number in the app of the provider.',
    ),
  ),
})

export const AgentRegressedEvent = eventOf('agent.regressed', {
  timestamp,
  phoneNumber: v.pipe(EnvelopeNumber, v.description('Empty: the event is about no number.')),
  from: v.pipe(EnvelopeNumber, v.description('Empty: the event is about no customer.')),
  contact,
  message: v.null(),
  conversationId: v.pipe(v.string(), v.description('Empty: the event is about no conversation.')),
  agent: v.object({ id: v.string(), name: v.string() }),
  exam: v.pipe(
    v.object({ proofId: v.string(), startedAt: DateTime }),
    v.description('The exam. `GET /api/v1/agents/{id}/proofs/{proofId}/` returns its conversations.'),
  ),
  drops: v.pipe(v.array(ExamDrop), v.description('What was worse than in the exam before, at most 20.')),
})

type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** Documents the event of one status of an outbound message. Each status is an event of its own, so that webhooks select it. */
const statusEvent = <const Status extends MessageStatus>(status: Status, summary: string, when: string) =>
  ({
    schema: eventOf(`message.status.${status}` as const, {
      timestamp,
      phoneNumber,
      from,
      contact,
      message: v.object({ id: EnvelopeMessage.entries.id, waId: EnvelopeMessage.entries.waId }),
      conversationId,
      status: v.literal(status),
      error: v.pipe(
        v.nullable(
          v.object({
            code: v.string(),
            message: v.string(),
            providerCode: v.pipe(
              v.nullable(v.number()),
              v.description("The provider's own code; null if it reported none."),
            ),
          }),
        ),
        v.description('Why the message failed; null for other statuses.'),
      ),
      pricing: v.pipe(
        v.optional(MessagePricing),
        v.description('How the provider bills the message. Absent until it reports it.'),
      ),
    }),
    about: 'outbound',
    summary,
    when: `${when} The \`status\` of the message in the API is the same. A status only goes forward: one that the provider reports late sends no event.`,
    recipient: SUBSCRIBED_WHEN_SENT,
    order: `Sent once for each message and status, however often the provider reports it. ${ORDERED}`,
  }) as const

const SAME_MESSAGE = 'A duplicate has the same `message.id`.'
const ORDERED = 'Sort the events of a conversation by `timestamp`.'
const ORDERED_OF_NUMBER = 'Sort the events of a number by `timestamp`.'
const ANY_ORDER = `The deliveries of two messages can arrive in any order. ${ORDERED} ${SAME_MESSAGE}`
const PER_WINDOW = `Sent once for each service window; a message of the customer starts a new window. ${ORDERED}`
const SUBSCRIBED_WHEN_SENT =
  'Every webhook that was subscribed to an event of sent messages and to the number when the message was sent, and is subscribed to this event. Conversations on a sandbox number send no event.'
const ROUTED_THEN = "The webhook of the conversation's routing at that time. Nothing is sent without one."

/**
 * All kinds of events (spec, Event kinds) with their documentation. `about` is what happened: a message of a customer, a message
 * to a customer, a change of a conversation, a customer, a number or an agent, or a test. `order` is the order of deliveries, and which of them are duplicates.
 */
export const EVENTS = [
  {
    schema: MessageReceivedEvent,
    about: 'message',
    summary: 'A customer sent a message to a number',
    when: 'A customer sends a message of any type to a number: text, files, a location, an order, a tapped button, a reaction, an edit, a deletion. It is sent for every routing of the conversation, also while an agent replies or another webhook receives the conversation.',
    recipient:
      'Every active webhook that is subscribed to the event and the number. Each of them has its own delivery.',
    order: `${ANY_ORDER} A webhook that also receives the conversation gets the message a second time, as \`subscription.message.received\`.`,
  },
  {
    schema: TestPingEvent,
    about: 'test',
    summary: 'A test event was sent',
    when: 'Someone selects “Send test event” in the dashboard, or calls `POST /api/v1/webhooks/{id}/test/`. The body has the form of a real event, with an invented customer and message.',
    recipient: 'The webhook that is tested, also if it is disabled.',
    order:
      'Each test is one delivery. Do not process it as a message of a customer. Its failures do not count towards disabling the webhook.',
  },
  {
    schema: SubscriptionMessageReceivedEvent,
    about: 'message',
    summary: 'A customer sent a message in a conversation that is routed to your endpoint',
    when: 'A customer sends a message of any type in a conversation whose routing is `webhook`. No agent replies. Reply with `POST /api/v1/conversations/{id}/messages/`.',
    recipient: "Only the webhook of the conversation's routing.",
    order: ANY_ORDER,
  },
  {
    schema: SubscriptionActivatedEvent,
    about: 'conversation',
    summary: 'A conversation was routed to your endpoint',
    when: 'A conversation moves to this webhook through the subscribe, unsubscribe or routing endpoint of the conversation. Changes of the default routing of a number send no event.',
    recipient: 'The new webhook.',
    order: `Sent one second after \`subscription.revoked\` to the previous webhook, with a later \`timestamp\`. ${ORDERED}`,
  },
  {
    schema: SubscriptionRevokedEvent,
    about: 'conversation',
    summary: 'A conversation is no longer routed to your endpoint',
    when: 'A conversation moves away from this webhook through the subscribe, unsubscribe or routing endpoint of the conversation. `routing` is the new routing. Changes of the default routing of a number send no event.',
    recipient: 'The previous webhook.',
    order: `Messages that were received before the change can arrive after it. ${ORDERED}`,
  },
  {
    schema: ServiceWindowExpiringEvent,
    about: 'conversation',
    summary: 'The service window closes in about an hour',
    when: 'One hour before the service window of the conversation closes, which is 24 hours after the last message of the customer. After that, only templates can be sent.',
    recipient: ROUTED_THEN,
    order: PER_WINDOW,
  },
  {
    schema: ServiceWindowClosedEvent,
    about: 'conversation',
    summary: 'The service window has closed',
    when: 'The service window of the conversation has closed, 24 hours after the last message of the customer. Only templates can be sent until the customer writes again.',
    recipient: ROUTED_THEN,
    order: PER_WINDOW,
  },
  {
    schema: HumanNeededEvent,
    about: 'conversation',
    summary: 'A customer waits for a person',
    when: 'An agent asked for a person, and is silent until the conversation is handed back. It is also sent when an agent failed to answer and its retries are exhausted. Conversations on a sandbox number send no event.',
    recipient:
      'Every webhook that is subscribed to the event and the number. Webhooks that were created before the event existed receive it after it is selected.',
    order: `Sent once for each request and each failure. ${ORDERED}`,
  },
  {
    schema: ConversationEndedEvent,
    about: 'conversation',
    summary: 'A session of an agent has ended',
    when: 'A session of an agent with `outcomeKeys` has ended: after 24 hours without a message, or because another agent was connected. Conversations on a sandbox number send no event.',
    recipient:
      'Every webhook that is subscribed to the event and the number. Webhooks that were created before the event existed receive it after it is selected.',
    order: `Sent once for each session. ${ORDERED}`,
  },
  {
    schema: ControlChangedEvent,
    about: 'number',
    summary: 'Another agent on the number answers a conversation, or no longer does',
    when: 'The control of a conversation moved between this service and another agent on the number, such as the agent of the provider: the provider reported it, the other agent wrote, or someone took or passed the control here.',
    recipient:
      'Every webhook that is subscribed to the event and the number. Webhooks receive it only after it is selected. Conversations on a sandbox number send no event.',
    order: `Sent once for each change. ${ORDERED}`,
  },
  {
    schema: CallMissedEvent,
    about: 'number',
    summary: 'Nobody answered a call of a customer',
    when: 'A customer called the number in the app of the provider, and nobody answered. The message has the type `call`. The call opens the service window, and the agent of the conversation answers it with a message.',
    recipient:
      'Every webhook that is subscribed to the event and the number. Webhooks receive it only after it is selected. Conversations on a sandbox number send no event.',
    order: `Sent once for each call. ${ORDERED} ${SAME_MESSAGE}`,
  },
  {
    schema: NumberHealthEvent,
    about: 'number',
    summary: 'The provider reported something about a number',
    when: 'The provider bans, restricts, warns or reinstates a number or its account, or changes its quality, limit, name, templates or forms. `before` and `after` are the `health` of the number; they are equal if the notice changes none of it. No event is sent when a problem ends by its `until`.',
    recipient:
      'Every webhook that is subscribed to the event and the number. Webhooks receive it only after it is selected.',
    order: `Sent once for each notice and number. ${ORDERED_OF_NUMBER}`,
  },
  {
    schema: CustomerChangedEvent,
    about: 'customer',
    summary: 'A customer has other names',
    when: 'A customer of a conversation got or left a phone number, a user id or a username, or turned out to be the same person as another customer. `before` and `after` are the names that the customer had and has. The first names of a new customer send no event.',
    recipient:
      'Every webhook that is subscribed to the event and to a number with which the customer has a conversation. Webhooks receive it only after it is selected. Conversations on a sandbox number send no event.',
    order: 'Sent once to a webhook for each change of a customer. Sort the events of a customer by `timestamp`.',
  },
  {
    schema: MessageSentEvent,
    about: 'outbound',
    summary: 'A message was sent to a customer',
    when: 'The provider accepted a message of an agent, a person, an API client or a trigger, or the owner of the number wrote in the app of the provider, or another agent on the number wrote.',
    recipient: SUBSCRIBED_WHEN_SENT,
    order: `Sent once for each message. ${ORDERED}`,
  },
  {
    schema: AgentRegressedEvent,
    about: 'agent',
    summary: 'An agent was worse in its exam than before',
    when: 'In a nightly exam of an agent, a customer who passed in the exam before does not pass any more, or a criterion is met less often by as many percentage points as the exam has as `dropPoints`.',
    recipient:
      'Every webhook that is subscribed to the event, whatever its numbers. Webhooks receive it only after it is selected.',
    order: 'Sent once for each exam. Sort the events of an agent by `timestamp`.',
  },
  statusEvent('sent', 'A sent message was accepted', 'The provider accepted the message.'),
  statusEvent('delivered', 'A sent message was delivered', 'The message reached a device of the customer.'),
  statusEvent('read', 'A sent message was read', 'The customer opened the message, and shares this with the business.'),
  statusEvent('failed', 'A sent message failed', 'The provider refused the message, or could not deliver it.'),
] as const
export type Event = (typeof EVENTS)[number]

export type EventName = Event['schema']['entries']['event']['literal']
export const EVENT_NAMES = EVENTS.map(({ schema }): EventName => schema.entries.event.literal)
export const EventName = v.picklist(EVENT_NAMES)

/** What the events that a webhook receives only after they are selected by name are about. */
const SELECTED: readonly string[] = ['outbound', 'number', 'customer', 'agent'] satisfies Event['about'][]

/** The events of a new webhook that asks for all: without those that are selected by name. */
export const USUAL_EVENTS = EVENTS.filter(({ about }) => !SELECTED.includes(about)).map(
  ({ schema }): EventName => schema.entries.event.literal,
)

/** Returns the names of the events about something. */
export function eventsAbout<About extends Event['about']>(about: About) {
  return EVENTS.filter((event): event is Extract<Event, { readonly about: About }> => event.about === about).map(
    ({ schema }) => schema.entries.event.literal,
  )
}

/**
 * Body of every webhook delivery (spec, Payload envelope), discriminated by `event`. Only `subscription.*` events have
 * `routing` and `webhookId`. `message` is null in events without a message.
 */
export const Envelope = v.variant(
  'event',
  EVENTS.map(({ schema }) => schema),
)
export type Envelope = v.InferOutput<typeof Envelope>
