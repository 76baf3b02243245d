import { findNumber } from '../../channel/numbers/find-number.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { findConversation } from '../../conversations/get-conversation.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { sessionInForce } from '../../conversations/routing/session-in-force.ts'
import type { TurnOrigin } from './turn-origin.ts'

type Origin = Pick<TurnOrigin, 'message'>

/**
 * Returns undefined if the conversation or its number does not exist. The window is open from the message of the origin
 * at the latest: the conversation may lack it until the provider repeats a message that was stored only. With `recent`
 * the number may be cached.
 */
export async function openChat(
  stored: ConversationItem | null,
  { message }: Origin,
  reading: 'strong' | 'recent' = 'strong',
): Promise<Chat | undefined> {
  const number = stored ? await findNumber(stored.phoneNumberId, reading) : undefined
  if (!stored || number?.organizationId !== stored.organizationId) return undefined
  const conversation = sessionInForce(number, stored)
  if (!message || message.sentAt <= (stored.lastInboundAt ?? 0)) return { conversation, number }
  return { conversation: { ...conversation, lastInboundAt: message.sentAt }, number }
}

export async function reopenChat({ conversation }: Chat, origin: Origin): Promise<Chat | undefined> {
  return await openChat(await findConversation(conversation.organizationId, conversation.id), origin)
}
