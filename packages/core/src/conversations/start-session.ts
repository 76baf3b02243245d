import { newId } from '../platform/clock.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'

/** Connects an agent to a conversation from now on. Another agent starts a new session. Routing does not change. */
export async function startSession(conversation: ConversationItem, agentId: string): Promise<ConversationItem> {
  if (conversation.agentId === agentId) return conversation
  const { organizationId, id, numberEpoch = 0 } = conversation
  const change = { agentId, numberEpoch, sessionId: newId() }
  await ConversationEntity.patch({ organizationId, id }).set(change).go()
  return { ...conversation, ...change }
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
