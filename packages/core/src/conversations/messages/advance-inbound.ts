import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { InboundMessage } from '../../channel/provider/read-message.ts'
import { ConversationEntity, type ConversationItem, listEntry } from '../conversations/conversation-entity.ts'
import { needsArming } from '../service-window/arming.ts'
import { requestArming } from '../service-window/arming-entity.ts'
import type { MessageItem } from './message-entity.ts'
import { toReferral } from './message-referral.ts'
import { previewOf } from './preview.ts'

/** Updates the conversation after a message, and requests a schedule for its service window if it has none. */
export async function advanceInbound(
  number: NumberItem,
  conversation: ConversationItem,
  message: InboundMessage,
  stored: MessageItem,
  isNew: boolean,
  now: number,
): Promise<void> {
  const advanced = await advanceConversation(conversation, message, stored, isNew)
  if (message.opensWindow && !number.sandbox && needsArming(advanced, now))
    await requestArming(advanced, stored.id, now)
}

/**
 * Updates the conversation after a message that it has not seen. The time of the last inbound message never goes back.
 * Returns the updated conversation: its window may have been closed since it was read.
 */
async function advanceConversation(
  conversation: ConversationItem,
  message: InboundMessage,
  stored: MessageItem,
  isNew: boolean,
): Promise<ConversationItem> {
  const { organizationId, id } = conversation
  const change = () => ConversationEntity.patch({ organizationId, id })
  if (!message.opensWindow) {
    if (isNew) await change().add({ messageCount: 1 }).go()
    return conversation
  }
  if (conversation.lastMessageId === stored.id) return conversation
  const newest = (conversation.lastInboundAt ?? 0) <= stored.sentAt
  const counted = () =>
    change()
      .add({ inboundSeq: 1, ...(isNew && { messageCount: 1 }) })
      .set({ ...(isNew && { inboundTakenAt: stored.takenAt }) })
  if (newest) {
    const entry = listEntry(conversation, stored.sentAt)
    const moved = await counted()
      .set({
        lastInboundAt: stored.sentAt,
        lastMessageId: stored.id,
        ...previewOf(stored),
        ...firstUnread(conversation),
        ...(message.contactName && { contactName: message.contactName }),
        ...(message.contactNumber && { contactNumber: message.contactNumber }),
        ...(message.contactUserId && { contactUserId: message.contactUserId }),
        ...(message.referral && { latestReferral: toReferral(message.referral, stored) }),
        ...entry,
      })
      .where(({ lastInboundAt, lastMessageId, listedAt }, { notExists, lte, ne }) =>
        [
          `(${notExists(lastInboundAt)} OR ${lte(lastInboundAt, stored.sentAt)})`,
          `(${notExists(lastMessageId)} OR ${ne(lastMessageId, stored.id)})`,
          ...(entry.listedAt === undefined ? [] : [`(${notExists(listedAt)} OR ${lte(listedAt, stored.sentAt)})`]),
        ].join(' AND '),
      )
      .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
    if (!moved.rejected) return moved.data
    // The SDK retries a write whose response was lost.
    if (moved.data?.lastMessageId === stored.id) return moved.data
    // The index entry was rewritten since the conversation was read; it never goes back.
    const { listedAt = 0 } = moved.data ?? {}
    if (moved.data && entry.listedAt !== undefined && listedAt > stored.sentAt)
      return await advanceConversation(moved.data, message, stored, isNew)
  }
  return (await counted().go({ response: 'all_new' })).data
}

/** Counts unread messages from now on in a conversation that was stored before they were counted. */
function firstUnread({ readSeq, inboundSeq }: ConversationItem): Pick<ConversationItem, 'readSeq'> {
  return readSeq === undefined ? { readSeq: inboundSeq } : {}
}
