import type { Envelope, EventMessage } from '@replywright/contract/envelope.ts'
import type { Referral } from '@replywright/contract/referral.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { MessageStatus } from '../channel/port.ts'
import { isoTime } from '../platform/clock.ts'

/** The data of a conversation in an envelope. Numbers are digits without plus. */
interface EnvelopeConversation {
  readonly id: string
  readonly msgNumber: string
  readonly contactName: string
  readonly contactNumber?: string
  readonly customerId?: string
  readonly contactUserId?: string
  readonly contactUsername?: string
}

/** Returns a phone number with plus, or `''` if there is none. */
function withPlus(digits: string | undefined): string {
  return digits ? `+${digits}` : ''
}

/** Builds the envelope of an event about a message (spec, Payload envelope). */
export function messageEnvelope(
  event: 'message.received' | 'test.ping',
  at: EpochMs,
  conversation: EnvelopeConversation,
  message: EventMessage,
  latestReferral?: Referral,
): Envelope {
  return { event, ...sharedFields(at, conversation, message), latestReferral }
}

/** Builds the envelope of a message in a conversation that is routed to a webhook. */
export function subscriptionMessageEnvelope(
  at: EpochMs,
  conversation: EnvelopeConversation,
  message: EventMessage,
  webhookId: string,
  latestReferral?: Referral,
): Envelope {
  return {
    event: 'subscription.message.received',
    ...sharedFields(at, conversation, message),
    latestReferral,
    routing: 'webhook',
    webhookId,
  }
}

type LifecycleEventName = Extract<Envelope, { message: null; routing: string }>['event']

/**
 * Builds the envelope of an event about a conversation's routing or service window. `mode` is the effective mode;
 * without routing, `routing` is the text `null`.
 */
export function lifecycleEnvelope(
  event: LifecycleEventName,
  at: EpochMs,
  conversation: EnvelopeConversation,
  mode: string | null,
  webhookId: string,
): Envelope {
  return { event, ...sharedFields(at, conversation, null), routing: String(mode), webhookId }
}

/** Builds the envelope of a call that nobody answered. */
export function missedCallEnvelope(at: EpochMs, conversation: EnvelopeConversation, message: EventMessage): Envelope {
  return { event: 'call.missed', ...sharedFields(at, conversation, message) }
}

/** Builds the envelope of a customer who waits for a person. */
export function humanNeededEnvelope(
  at: EpochMs,
  conversation: EnvelopeConversation,
  { reason, summary, since }: { readonly reason: string; readonly summary: string; readonly since: EpochMs },
): Envelope {
  const shared = sharedFields(at, conversation, null)
  return { event: 'conversation.human_needed', ...shared, reason, summary, since: isoTime(since) }
}

/** Builds the envelope of a session that has ended. */
export function endedEnvelope(
  at: EpochMs,
  conversation: EnvelopeConversation,
  ending: Pick<
    Extract<Envelope, { event: 'conversation.ended' }>,
    'summary' | 'outcome' | 'endedBy' | 'messages' | 'tokens' | 'usd'
  >,
): Envelope {
  return { event: 'conversation.ended', ...sharedFields(at, conversation, null), ...ending }
}

/** Builds the envelope of a conversation that another one answers from then on. */
export function controlEnvelope(
  at: EpochMs,
  conversation: EnvelopeConversation,
  change: Pick<Extract<Envelope, { event: 'conversation.control_changed' }>, 'control' | 'before'> & {
    readonly metadata: string | undefined
  },
): Envelope {
  const { control, before, metadata = '' } = change
  return { event: 'conversation.control_changed', ...sharedFields(at, conversation, null), control, before, metadata }
}

/** Builds the envelope of a notice of the channel about a number, digits without plus. */
export function numberHealthEnvelope(
  at: EpochMs,
  number: string,
  fields: Pick<Extract<Envelope, { event: 'number.health' }>, 'before' | 'after' | 'cause'>,
): Envelope {
  const shared = sharedFields(at, { id: '', msgNumber: number, contactName: '' }, null)
  return { event: 'number.health', ...shared, ...fields }
}

/** Builds the envelope of a customer who has other names. */
export function customerChangedEnvelope(
  at: EpochMs,
  conversation: EnvelopeConversation,
  fields: Pick<Extract<Envelope, { event: 'customer.changed' }>, 'before' | 'after' | 'why' | 'merged' | 'separated'>,
): Envelope {
  return { event: 'customer.changed', ...sharedFields(at, conversation, null), ...fields }
}

/** Builds the envelope of an agent that was worse in its exam than before. */
export function agentRegressedEnvelope(
  at: EpochMs,
  fields: Pick<Extract<Envelope, { event: 'agent.regressed' }>, 'agent' | 'exam' | 'drops'>,
): Envelope {
  const shared = sharedFields(at, { id: '', msgNumber: '', contactName: '' }, null)
  return { event: 'agent.regressed', ...shared, ...fields }
}

/** Builds the envelope of a message that was sent to a customer. */
export function messageSentEnvelope(
  at: EpochMs,
  conversation: EnvelopeConversation,
  message: EventMessage,
  sentBy: Extract<Envelope, { event: 'message.sent' }>['sentBy'],
): Envelope {
  return { event: 'message.sent', ...sharedFields(at, conversation, message), sentBy }
}

const STATUS_EVENTS = {
  sent: { event: 'message.status.sent', status: 'sent' },
  delivered: { event: 'message.status.delivered', status: 'delivered' },
  read: { event: 'message.status.read', status: 'read' },
  failed: { event: 'message.status.failed', status: 'failed' },
} as const

/** Builds the envelope of a message's new status. `error` is why it failed, `pricing` how it is billed. */
export function messageStatusEnvelope(
  status: MessageStatus,
  at: EpochMs,
  conversation: EnvelopeConversation,
  { id, waId }: { readonly id: string; readonly waId: string },
  { error, pricing }: Pick<Extract<Envelope, { event: 'message.status.failed' }>, 'error' | 'pricing'>,
): Envelope {
  return {
    ...STATUS_EVENTS[status],
    ...sharedFields(at, conversation, { id, waId }),
    error,
    ...(pricing && { pricing }),
  }
}

function sharedFields<M>(at: EpochMs, conversation: EnvelopeConversation, message: M) {
  const from = withPlus(conversation.contactNumber)
  return {
    timestamp: isoTime(at),
    phoneNumber: withPlus(conversation.msgNumber),
    from,
    contact: { name: conversation.contactName, phoneNumber: from, ...idsOf(conversation) },
    message,
    conversationId: conversation.id,
  }
}

/** Returns the ids of a customer who has some: others are known by the number. */
function idsOf({ customerId: id, contactUserId: userId, contactUsername: username }: EnvelopeConversation) {
  if (userId === undefined && username === undefined) return {}
  return { id, ...(userId !== undefined && { userId }), ...(username !== undefined && { username }) }
}
