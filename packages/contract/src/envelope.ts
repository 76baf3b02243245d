import * as v from 'valibot'
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

/**
 * Body of every webhook delivery (spec, Payload envelope). Only `subscription.*` events have `routing` and `webhookId`.
 * `message` is null in events without a message.
 */
export const Envelope = v.object({
  event: EventName,
  timestamp: DateTime,
  phoneNumber: EnvelopeNumber,
  from: EnvelopeNumber,
  contact: v.object({ name: v.string(), phoneNumber: EnvelopeNumber }),
  message: v.nullable(EnvelopeMessage),
  conversationId: v.string(),
  latestReferral: v.optional(Referral),
  routing: v.optional(v.string()),
  webhookId: v.optional(v.string()),
})
export type Envelope = v.InferOutput<typeof Envelope>
