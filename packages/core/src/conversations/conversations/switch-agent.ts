import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'

/**
 * Lets another agent answer from here on. The session goes on, because the customer does: the new agent knows what was said.
 * Nothing happens when another session began since the conversation was read; twice is as once.
 */
export async function switchAgent(conversation: ConversationItem, agentId: string): Promise<void> {
  const { organizationId, id, sessionId, numberEpoch = 0 } = conversation
  await ConversationEntity.patch({ organizationId, id })
    .set({ agentId, numberEpoch, sessionId })
    // What is stored may be older than the number's epoch, whose session was in force when it was read.
    .where((stored, { eq, lt, notExists }) =>
      [
        eq(stored.sessionId, sessionId),
        lt(stored.numberEpoch, numberEpoch),
        ...(numberEpoch > 0 ? [notExists(stored.numberEpoch)] : []),
      ].join(' OR '),
    )
    .go({ returnOnConditionCheckFailure: true })
}
