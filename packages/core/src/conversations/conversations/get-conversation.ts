import type { Conversation } from '@messaging/contract/conversations.ts'
import { getNumber } from '../../channel/numbers/find-number.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { notFound } from '../../platform/errors.ts'
import { sessionInForce } from '../routing/session-in-force.ts'
import type { ConversationItem } from './conversation-entity.ts'
import { conversationView } from './conversation-view.ts'
import { getConversationItem } from './find-or-create.ts'

/** The organisation's conversation with its number; 404 when there is none. */
export async function requireConversation(
  organizationId: string,
  id: string,
): Promise<{ conversation: ConversationItem; number: NumberItem }> {
  const conversation = await getConversationItem(organizationId, id)
  if (!conversation) throw notFound('conversation')
  const number = await getNumber(organizationId, conversation.phoneNumberId)
  return { conversation: sessionInForce(number, conversation), number }
}

/** `GET /conversations/{id}/`. */
export async function getConversation(organizationId: string, id: string, now: number): Promise<Conversation> {
  const { conversation, number } = await requireConversation(organizationId, id)
  return conversationView(conversation, number, now)
}
