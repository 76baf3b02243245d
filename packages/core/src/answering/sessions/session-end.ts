import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'

/** Returns when a session ends if nothing more is written: at 0 if another session has begun. */
export function endOfSession(
  { sessionId, lastMessageAt = 0, lastInboundAt = 0, inboundTakenAt = 0 }: EndingConversation,
  session: { readonly sessionId: string },
  quietSeconds: number,
): EpochMs {
  if (sessionId !== session.sessionId) return 0
  return Math.max(lastMessageAt, lastInboundAt, inboundTakenAt) + quietSeconds * 1000
}

type EndingConversation = Pick<ConversationItem, 'sessionId' | 'lastMessageAt' | 'lastInboundAt' | 'inboundTakenAt'>

/**
 * Returns who ended a session: `agent` or `person`, whoever wrote last, or `nobody` if the customer wrote last.
 * `messages` are those of the session, oldest first.
 */
export function endedBy(messages: readonly Pick<MessageItem, 'direction' | 'role'>[]): 'agent' | 'person' | 'nobody' {
  const last = messages.at(-1)
  if (last?.direction !== 'outbound') return 'nobody'
  return last.role === 'human' ? 'person' : 'agent'
}
