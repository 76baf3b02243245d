import type { InboxConversation } from '@messaging/contract/dashboard/conversations.ts'
import { capabilitiesOf } from '../channel/capabilities.ts'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { isoTime, timeOrNull } from '../platform/clock.ts'
import { lastActivity } from './activity-pages.ts'
import type { ConversationItem } from './conversation-entity.ts'
import { waitingSince } from './handoff.ts'
import { effectiveRoute } from './routing/effective-route.ts'

const PREVIEW_CHARACTERS = 200
/** The end of the service window on a channel without one. */
const FAR_FUTURE = Date.UTC(9999, 0)

/** Returns a conversation as the inbox shows it. `now` in milliseconds. */
export function inboxView(conversation: ConversationItem, number: NumberItem, now: number): InboxConversation {
  const { lastInboundAt, humanTakeoverUntil } = conversation
  const { windowSeconds } = capabilitiesOf(number)
  return {
    id: conversation.id,
    contact: { phoneNumber: conversation.contactNumber ?? '', name: conversation.contactName },
    msgNumber: conversation.msgNumber,
    isSandbox: number.sandbox,
    mode: effectiveRoute(number, conversation).mode,
    lastMessage: conversation.lastMessage.slice(0, PREVIEW_CHARACTERS),
    lastMessageAt: timeOrNull(conversation.lastMessageAt),
    lastMessageBy: conversation.lastMessageBy ?? null,
    lastMessageType: conversation.lastMessageType ?? null,
    lastActivityAt: isoTime(lastActivity(conversation)),
    inboundSeq: conversation.inboundSeq,
    unread: unreadOf(conversation),
    window: {
      openUntil: timeOrNull(
        windowSeconds === null ? FAR_FUTURE : lastInboundAt && lastInboundAt + windowSeconds * 1000,
      ),
    },
    takeover: { until: timeOrNull(isTakenOver(conversation, now) ? humanTakeoverUntil : undefined) },
    humanNeededSince: timeOrNull(waitingSince(conversation)),
    humanNeededReason: conversation.handoff?.reason ?? null,
  }
}

export function isTakenOver(
  { humanTakeoverUntil = 0 }: Pick<ConversationItem, 'humanTakeoverUntil'>,
  now: number,
): boolean {
  return humanTakeoverUntil > now
}

/** Returns the number of the customer's messages that no person has read. */
export function unreadOf({
  inboundSeq,
  readSeq = inboundSeq,
}: Pick<ConversationItem, 'inboundSeq' | 'readSeq'>): number {
  return Math.max(0, inboundSeq - readSeq)
}
