import { LONGEST_TRACED, type MessageTrace, MOST_TRACED } from '@replywright/contract/dashboard/trace.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { shorten } from '../../agents/models/shorten.ts'
import { getConversation } from '../../conversations/conversations.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import { isLive, isoTime } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import type { TraceEvent } from './time-line.ts'
import { getTrace } from './trace.ts'

/**
 * Returns what happened to a message, from the provider to the deliveries.
 * @throws ServiceError 404 for an unknown conversation or message
 */
export async function viewTrace(
  organizationId: string,
  { id: conversationId, messageId }: { readonly id: string; readonly messageId: string },
  now: EpochMs,
): Promise<MessageTrace> {
  const { conversation } = await getConversation(organizationId, conversationId)
  const { data: message } = await MessageEntity.get({ organizationId, conversationId, id: messageId }).go()
  if (!message || !isLive(message, now)) throw notFound('message')
  const { turn, events, deliveries } = await getTrace({ kind: 'message', organizationId, conversationId, messageId })
  const agent = turn ? await findAgentHead(organizationId, turn.speakerId ?? turn.agentId) : null
  const ofDeliveries = new Set(deliveries.map(({ id }) => id))
  return {
    conversationId,
    messageId,
    contact: { name: conversation.contactName, phoneNumber: conversation.contactNumber ?? '' },
    agent: agent && { id: agent.id, name: agent.name },
    events: events.slice(0, MOST_TRACED).map((event) => eventView(event, ofDeliveries)),
  }
}

function eventView(
  { at, durationMs, what, where, outcome, failed, id, content }: TraceEvent,
  deliveries: ReadonlySet<string>,
): MessageTrace['events'][number] {
  const isDelivery = deliveries.has(id)
  return {
    at: isoTime(at),
    durationMs: durationMs ?? null,
    what,
    where,
    outcome: outcome ?? null,
    failed: failed ?? false,
    content: content ? shorten(content, LONGEST_TRACED) : null,
    messageId: isDelivery ? null : id,
    deliveryId: isDelivery ? id : null,
  }
}
