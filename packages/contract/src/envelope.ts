import * as v from 'valibot'
import { MessageContent } from './envelope-content.ts'
import { DateTime } from './fields.ts'
import { Referral } from './referral.ts'

/** All event kinds (spec, Event kinds). */
export const EVENT_NAMES = [
  'message.received',
  'test.ping',
  'subscription.message.received',
  'subscription.activated',
  'subscription.revoked',
  'subscription.service_window.expiring',
  'subscription.service_window.closed',
] as const
export const EventName = v.picklist(EVENT_NAMES)
export type EventName = v.InferOutput<typeof EventName>

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
const phoneNumber = v.pipe(EnvelopeNumber, v.description('The business number, with plus.'))
const from = v.pipe(EnvelopeNumber, v.description("The customer's number, with plus; empty if it is unknown."))
const contact = v.object({ name: v.string(), phoneNumber: EnvelopeNumber })
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

export const MessageReceivedEvent = v.object({ event: v.literal('message.received'), ...withMessage })
export const TestPingEvent = v.object({ event: v.literal('test.ping'), ...withMessage })
export const SubscriptionMessageReceivedEvent = v.object({
  event: v.literal('subscription.message.received'),
  ...withMessage,
  routing,
  webhookId,
})
export const SubscriptionActivatedEvent = v.object({ event: v.literal('subscription.activated'), ...withRouting })
export const SubscriptionRevokedEvent = v.object({ event: v.literal('subscription.revoked'), ...withRouting })
export const ServiceWindowExpiringEvent = v.object({
  event: v.literal('subscription.service_window.expiring'),
  ...withRouting,
})
export const ServiceWindowClosedEvent = v.object({
  event: v.literal('subscription.service_window.closed'),
  ...withRouting,
})

/**
 * Body of every webhook delivery (spec, Payload envelope), discriminated by `event`. Only `subscription.*` events have
 * `routing` and `webhookId`. `message` is null in events without a message.
 */
export const Envelope = v.variant('event', [
  MessageReceivedEvent,
  TestPingEvent,
  SubscriptionMessageReceivedEvent,
  SubscriptionActivatedEvent,
  SubscriptionRevokedEvent,
  ServiceWindowExpiringEvent,
  ServiceWindowClosedEvent,
])
export type Envelope = v.InferOutput<typeof Envelope>
