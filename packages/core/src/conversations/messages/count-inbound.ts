import type { ConversationItem } from '../conversation-entity.ts'
import type { MessageItem } from './message-entity.ts'

type Counting = Pick<ConversationItem, 'lastInboundAt' | 'lastMessageId' | 'inboundTakenAt' | 'counted'>
type Counted = Pick<MessageItem, 'id' | 'sentAt' | 'takenAt'>

/** The number of messages that a conversation remembers, so that its item stays below 1 KB, one write unit. */
const REMEMBERED = 5

/** The hash in a derived id: 48 bits are enough to tell the messages of one conversation apart. */
function markOf({ id }: Counted): string {
  return id.slice(-12)
}

/**
 * Returns whether a conversation has counted a message. The provider repeats a message whose first run failed, before
 * or after it was counted. A repeat that the conversation may have forgotten counts as counted: more messages came
 * since, which define its window and its preview.
 */
export function isCounted(conversation: Counting, message: Counted, isNew: boolean): boolean {
  const { lastInboundAt = 0, lastMessageId, inboundTakenAt = 0, counted } = conversation
  if (lastMessageId === message.id || counted?.includes(markOf(message))) return true
  // Counting a message raises both times.
  if (isNew || message.sentAt > lastInboundAt || message.takenAt > inboundTakenAt) return false
  // An earlier release remembered only the last message.
  return counted === undefined || counted.length >= REMEMBERED
}

/** Returns whether a message is newer than all that were counted. In one second, the one received last is. */
export function isNewest({ lastInboundAt = 0, inboundTakenAt = 0 }: Counting, { sentAt, takenAt }: Counted): boolean {
  return sentAt > lastInboundAt || (sentAt === lastInboundAt && takenAt >= inboundTakenAt)
}

/** Returns the attributes that mark a message as counted. */
export function countedWith(
  { inboundTakenAt = 0, counted = [] }: Counting,
  message: Counted,
): Required<Pick<ConversationItem, 'inboundTakenAt' | 'counted'>> {
  return {
    inboundTakenAt: Math.max(inboundTakenAt, message.takenAt),
    counted: [markOf(message), ...counted].slice(0, REMEMBERED),
  }
}
