import type { InboxConversation, Author as ShownAuthor } from '@replywright/contract/dashboard/conversations.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../channel/capabilities.ts'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { isoTime, timeOrNull } from '../platform/clock.ts'
import { lastActivity } from './activity-pages.ts'
import type { Author } from './author.ts'
import { idsOf } from './contact-view.ts'
import type { ConversationItem } from './conversation-entity.ts'
import { isTakenOver } from './is-taken-over.ts'
import { judgeWaiting } from './judge-waiting.ts'
import { effectiveRoute } from './routing/effective-route.ts'

const PREVIEW_CHARACTERS = 200
/** The end of the service window on a channel without one. */
const FAR_FUTURE = Date.UTC(9999, 0)

/** Returns a conversation as the inbox shows it. `shown` names who took it over. */
export function inboxView(
  conversation: ConversationItem,
  number: NumberItem,
  now: EpochMs,
  shown?: (author: Author) => ShownAuthor,
): InboxConversation {
  const { lastInboundAt, humanTakeoverUntil } = conversation
  const owner = ownerOf(conversation, now)
  const { windowSeconds } = capabilitiesOf(number)
  const { mode } = effectiveRoute(number, conversation)
  // The dashboard knows when a takeover ends, and shows then who waits.
  const waiting = judgeWaiting({ ...conversation, mode, humanTakeoverUntil: undefined }, now)
  return {
    id: conversation.id,
    contact: {
      phoneNumber: conversation.contactNumber ?? '',
      name: conversation.contactName,
      ...idsOf(conversation),
    },
    msgNumber: conversation.msgNumber,
    isSandbox: number.sandbox,
    mode,
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
    takenOverBy: owner && shown ? shown(owner) : null,
    control: conversation.control?.holder ?? null,
    waiting: waiting
      ? {
          since: isoTime(waiting.since),
          kind: waiting.kind,
          reason: waiting.reason ?? null,
          failure: waiting.failure ?? null,
        }
      : null,
    isAgentPaused: conversation.handoff !== undefined,
    isDone: isDone(conversation),
  }
}

/** Returns who took a conversation over, or undefined if it is not taken over or the person is unknown. */
export function ownerOf(conversation: ConversationItem, now: EpochMs): Author | undefined {
  return isTakenOver(conversation, now) ? conversation.takenOverBy : undefined
}

/** Returns the number of the customer's messages that no person has read and no agent has answered. */
export function unreadOf({
  inboundSeq,
  readSeq = inboundSeq,
  answeredSeq = 0,
}: Pick<ConversationItem, 'inboundSeq' | 'readSeq' | 'answeredSeq'>): number {
  return Math.max(0, inboundSeq - Math.max(readSeq, answeredSeq))
}

/** Returns whether a member closed a conversation, and the customer has not written since. */
export function isDone({ inboundSeq, doneSeq }: Pick<ConversationItem, 'inboundSeq' | 'doneSeq'>): boolean {
  return doneSeq === inboundSeq
}
