import { expiryAfter } from '../platform/clock.ts'
import type { ConversationItem } from './conversation-entity.ts'

type Idle = Pick<ConversationItem, 'createdAt' | 'listedAt' | 'lastMessageAt' | 'armed' | 'humanTakeoverUntil'>

/**
 * Returns the Unix seconds from which a conversation is not needed: its messages have expired, the retention after its
 * last activity is over, and nothing of it is pending. `messagesUntil` is when its last message expires, in Unix
 * seconds.
 */
export function endOfConversation(
  { createdAt, listedAt = 0, lastMessageAt = 0, armed = 0, humanTakeoverUntil = 0 }: Idle,
  messagesUntil: number,
  messageDays: number,
): number {
  const pendingUntil = Math.ceil(Math.max(armed, humanTakeoverUntil) / 1000)
  return Math.max(messagesUntil, expiryAfter(Math.max(createdAt, listedAt, lastMessageAt), messageDays), pendingUntil)
}
