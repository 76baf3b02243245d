import type { Envelope, EnvelopeMessage, EventName } from '@messaging/contract/envelope.ts'
import * as v from 'valibot'
import { isoTime } from '../../platform/clock.ts'

/** What an envelope tells of a conversation. Numbers are digits without plus. */
export interface EnvelopeConversation {
  readonly id: string
  readonly msgNumber: string
  readonly contactName: string
  readonly contactNumber?: string
}

/** A phone number as envelopes carry it: with plus, `''` when there is none. */
function withPlus(digits: string | undefined): string {
  return digits ? `+${digits}` : ''
}

/** The envelope that every event shares (spec, Payload envelope). `at` in milliseconds since the epoch. */
export function messageEnvelope(
  event: EventName,
  at: number,
  conversation: EnvelopeConversation,
  message: EnvelopeMessage | null,
  latestReferral?: Envelope['latestReferral'],
): Envelope {
  const from = withPlus(conversation.contactNumber)
  return {
    event,
    timestamp: isoTime(at),
    phoneNumber: withPlus(conversation.msgNumber),
    from,
    contact: { name: conversation.contactName, phoneNumber: from },
    message,
    conversationId: conversation.id,
    latestReferral,
  }
}

/** The envelope of a `subscription.*` event: `routing` is the effective mode as text, `"null"` when there is none. */
export function subscriptionEnvelope(envelope: Envelope, mode: string | null, webhookId: string): Envelope {
  return { ...envelope, routing: String(mode), webhookId }
}

const Cause = v.object({ conversationId: v.string(), message: v.nullable(v.object({ id: v.string() })) })

/** What a payload is about: the conversation, and the message if it is about one. Nothing when it is no envelope. */
export function readPayloadIds(payload: string): { conversationId?: string; messageId?: string } {
  const cause = v.safeParse(v.pipe(v.string(), v.parseJson(), Cause), payload)
  return cause.success ? { conversationId: cause.output.conversationId, messageId: cause.output.message?.id } : {}
}
