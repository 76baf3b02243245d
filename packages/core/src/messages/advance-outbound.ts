import { activityHour, ConversationEntity, type ConversationItem } from '../conversations/conversation-entity.ts'
import type { MessageItem } from './message-entity.ts'

/** Moves a conversation forward to a new outbound message: counts it, and shows its text unless there is a newer one. */
export async function advanceToOutbound(conversation: ConversationItem, message: MessageItem): Promise<void> {
  const { organizationId, id } = conversation
  const hour = activityHour(message.sentAt)
  const counted = () => ConversationEntity.patch({ organizationId, id }).add({ messageCount: 1 })
  const moved = await counted()
    .set({
      lastMessage: message.text,
      lastMessageAt: message.sentAt,
      ...(hour > conversation.activityHour && { activityHour: hour }),
    })
    .where(
      ({ lastMessageAt }, { notExists, lte }) => `${notExists(lastMessageAt)} OR ${lte(lastMessageAt, message.sentAt)}`,
    )
    .go({ returnOnConditionCheckFailure: true })
  if (moved.rejected) await counted().go()
}
