import type { Conversation } from '@messaging/contract/conversations.ts'
import { validate as isUuid } from 'uuid'
import { getNumberByProviderId } from '../channel/numbers/find-number.ts'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { notFound } from '../platform/errors.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { conversationView } from './conversation-view.ts'
import { sessionInForce } from './routing/session-in-force.ts'

/** Returns the stored conversation (see `sessionInForce`), strongly consistent, or null if it does not exist. */
export async function findConversation(organizationId: string, id: string): Promise<ConversationItem | null> {
  if (!isUuid(id)) return null
  const { data } = await ConversationEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

/** Returns the organisation's conversation with its number. Throws 404 if it does not exist. */
export async function getConversation(
  organizationId: string,
  id: string,
): Promise<{ conversation: ConversationItem; number: NumberItem }> {
  const conversation = await findConversation(organizationId, id)
  if (!conversation) throw notFound('conversation')
  const number = await getNumberByProviderId(organizationId, conversation.phoneNumberId)
  return { conversation: sessionInForce(number, conversation), number }
}

/** `GET /conversations/{id}/`: returns a conversation. */
export async function viewConversation(organizationId: string, id: string, now: number): Promise<Conversation> {
  const { conversation, number } = await getConversation(organizationId, id)
  return await conversationView(conversation, number, now)
}
