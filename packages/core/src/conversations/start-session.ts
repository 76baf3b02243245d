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
