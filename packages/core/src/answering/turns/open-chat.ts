import { findNumber } from '../../channel/numbers/find-number.ts'
import type { ConversationItem } from '../../conversations/conversations/conversation-entity.ts'
import { findConversation } from '../../conversations/conversations/get-conversation.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { sessionInForce } from '../../conversations/routing/session-in-force.ts'

/** Returns undefined if the conversation or its number does not exist. With `recent` the number may be cached. */
export async function openChat(
  stored: ConversationItem | null,
  reading: 'strong' | 'recent' = 'strong',
): Promise<Chat | undefined> {
  const number = stored ? await findNumber(stored.phoneNumberId, reading) : undefined
  if (!stored || number?.organizationId !== stored.organizationId) return undefined
  return { conversation: sessionInForce(number, stored), number }
}

export async function reopenChat({ conversation }: Chat): Promise<Chat | undefined> {
  return await openChat(await findConversation(conversation.organizationId, conversation.id))
}
