import { findNumber } from '../../channel/numbers/find-number.ts'
import type { ConversationItem } from '../../conversations/conversations/conversation-entity.ts'
import { findConversation } from '../../conversations/conversations/get-conversation.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { sessionInForce } from '../../conversations/routing/session-in-force.ts'

/**
 * A conversation as it was read, with the agent and session in force and its number; undefined when one of them is gone. The
 * number may be one of a moment ago with `recent`.
 */
export async function openChat(
  stored: ConversationItem | null,
  reading: 'strong' | 'recent' = 'strong',
): Promise<Chat | undefined> {
  const number = stored ? await findNumber(stored.phoneNumberId, reading) : undefined
  if (!stored || number?.organizationId !== stored.organizationId) return undefined
  return { conversation: sessionInForce(number, stored), number }
}

/** A chat as it is by now. */
export async function reopenChat({ conversation }: Chat): Promise<Chat | undefined> {
  return await openChat(await findConversation(conversation.organizationId, conversation.id))
}
