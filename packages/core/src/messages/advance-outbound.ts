import { ConversationEntity, type ConversationItem, listEntry } from '../conversations/conversation-entity.ts'
import type { MessageItem } from './message-entity.ts'

/** Moves a conversation forward to a new outbound message: counts it, and shows its text unless there is a newer one. */
export async function advanceToOutbound(conversation: ConversationItem, message: MessageItem): Promise<void> {
  const { organizationId, id } = conversation
  const entry = listEntry(conversation, message.sentAt)
  const counted = () => ConversationEntity.patch({ organizationId, id }).add({ messageCount: 1 })
  const moved = await counted()
    .set({
      lastMessage: message.text,
      lastMessageAt: message.sentAt,
      ...entry,
    })
    .where(({ lastMessageAt, listedAt }, { notExists, lte }) =>
      [lastMessageAt, ...(entry.listedAt === undefined ? [] : [listedAt])]
        .map((time) => `(${notExists(time)} OR ${lte(time, message.sentAt)})`)
        .join(' AND '),
    )
    .go({ returnOnConditionCheckFailure: true })
  if (moved.rejected) await counted().go()
}
