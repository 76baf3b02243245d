import type { Envelope, EnvelopeMessage, EventName } from '@messaging/contract/envelope.ts'
import * as v from 'valibot'
import { isoTime } from '../../platform/clock.ts'

/** The data of a conversation in an envelope. Numbers are digits without plus. */
export interface EnvelopeConversation {
  readonly id: string
  readonly msgNumber: string
  readonly contactName: string
  readonly contactNumber?: string
}

/** Returns a phone number with plus, or `''` if there is none. */
function withPlus(digits: string | undefined): string {
  return digits ? `+${digits}` : ''
}

/** Builds the envelope that every event shares (spec, Payload envelope). `at` in milliseconds since the epoch. */
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

/** Builds a `subscription.*` envelope. `routing` is the effective mode as text, `"null"` without routing. */
export function subscriptionEnvelope(envelope: Envelope, mode: string | null, webhookId: string): Envelope {
  return { ...envelope, routing: String(mode), webhookId }
}

const Cause = v.object({ conversationId: v.string(), message: v.nullable(v.object({ id: v.string() })) })

/** Returns the ids of the conversation and, if any, of the message in a payload; none if it is not an envelope. */
export function readPayloadIds(payload: string): { conversationId?: string; messageId?: string } {
  const cause = v.safeParse(v.pipe(v.string(), v.parseJson(), Cause), payload)
  return cause.success ? { conversationId: cause.output.conversationId, messageId: cause.output.message?.id } : {}
}
