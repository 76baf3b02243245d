import type { EpochMs } from '@replywright/contract/time.ts'
import { derivedTimeId, newId } from '../platform/clock.ts'
import { log } from '../platform/log/log.ts'
import { transact } from '../platform/table/transact.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { ConversationEventEntity, newEvent } from './conversation-event-entity.ts'
import { waitingSince, withoutRequest } from './handoff.ts'
import { WAITING_ENTRY } from './waiting-entry.ts'

/**
 * Connects an agent to a conversation from now on. Another agent starts a new session, which ends a request for a
 * person. An open request becomes a past one, with an event, in the same write. Routing does not change.
 */
export async function startSession(
  conversation: ConversationItem,
  agentId: string,
  now: EpochMs,
): Promise<ConversationItem> {
  if (conversation.agentId === agentId) return conversation
  const { organizationId, id, numberEpoch = 0 } = conversation
  const sessionId = newId()
  const waited = waitingSince(conversation) !== undefined
  const eventId = waited ? derivedTimeId(now, 'agent-connected', id, sessionId) : undefined
  const rest = withoutRequest(conversation, now)
  const change = {
    agentId,
    numberEpoch,
    sessionId,
    ...(rest.pastHandoffs && { pastHandoffs: rest.pastHandoffs }),
    ...(eventId && { eventId }),
  }
  if (eventId === undefined) await ConversationEntity.patch({ organizationId, id }).set(change).go()
  else {
    const event = await newEvent(conversation, eventId, {}, now)
    await transact(
      { conversations: ConversationEntity, events: ConversationEventEntity },
      ({ conversations, events }) => [
        conversations
          .patch({ organizationId, id })
          .set(change)
          .remove(['handoff', 'humanNeededSince', ...(rest.waitingAt === undefined ? WAITING_ENTRY : [])])
          .commit(),
        events.create({ ...event, kind: 'agent-connected', agentId }).commit(),
      ],
    )
    log('conversation.connected', { organizationId, conversationId: id, agentId })
  }
  return { ...rest, ...change }
}

/**
 * Connects another agent to a conversation from now on. The session continues, so the new agent knows the previous
 * messages. Does nothing if another session began since the conversation was read. It is idempotent.
 */
export async function switchAgent(conversation: ConversationItem, agentId: string): Promise<void> {
  const { organizationId, id, sessionId, numberEpoch = 0 } = conversation
  await ConversationEntity.patch({ organizationId, id })
    .set({ agentId, numberEpoch, sessionId })
    // The stored conversation may be older than the epoch of the number, whose session was in force when it was read.
    .where((stored, { eq, lt, notExists }) =>
      [
        eq(stored.sessionId, sessionId),
        lt(stored.numberEpoch, numberEpoch),
        ...(numberEpoch > 0 ? [notExists(stored.numberEpoch)] : []),
      ].join(' OR '),
    )
    .go({ returnOnConditionCheckFailure: true })
}
