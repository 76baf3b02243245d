import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { KEPT_HANDOFFS, waitingSince } from '../handoff.ts'
import { enteredAt, isUnanswered } from '../judge-waiting.ts'
import { waitingEntry } from '../waiting-entry.ts'

/** Messages that a conversation remembers as counted (`advance-inbound.ts`). */
const COUNTED = 5

/** Returns a conversation with the counts of another one, whose messages are moved to it. */
export function joined(target: ConversationItem, other: ConversationItem): ConversationItem {
  // The channel's times are whole seconds.
  const isTakenLater = (other.inboundTakenAt ?? 0) > (target.inboundTakenAt ?? 0)
  const isAfter = (one = 0, than = 0) => one > than || (one === than && isTakenLater)
  const isNewer = isAfter(other.lastMessageAt, target.lastMessageAt)
  const isLater = isAfter(other.lastInboundAt, target.lastInboundAt)
  const { lastMessage, lastMessageAt, lastMessageBy, lastMessageType } = isNewer ? other : target
  const { lastInboundAt, lastMessageId } = isLater ? other : target
  return {
    ...target,
    inboundSeq: target.inboundSeq + other.inboundSeq,
    messageCount: (target.messageCount ?? 0) + (other.messageCount ?? 0),
    ...{ lastInboundAt, lastMessageId, lastMessage, lastMessageAt, lastMessageBy, lastMessageType },
    counted: [...(other.counted ?? []), ...(target.counted ?? [])].slice(0, COUNTED),
    inboundTakenAt: Math.max(target.inboundTakenAt ?? 0, other.inboundTakenAt ?? 0),
    readSeq: (target.readSeq ?? 0) + (other.readSeq ?? 0),
    answeredSeq: (target.answeredSeq ?? 0) + (other.answeredSeq ?? 0),
    ...((target.settledSeq ?? other.settledSeq) !== undefined && {
      settledSeq: (target.settledSeq ?? 0) + (other.settledSeq ?? 0),
    }),
    ...takeoverOf(target, other),
    // Where the customer's messages went stays, unless the other conversation says otherwise.
    ...(target.routing === undefined && other.routing && { routing: other.routing, webhookId: other.webhookId }),
    ...requestOf(target, other),
  }
}

function takeoverOf(target: ConversationItem, other: ConversationItem): Partial<ConversationItem> {
  const isLater = (other.humanTakeoverUntil ?? 0) > (target.humanTakeoverUntil ?? 0)
  const { humanTakeoverUntil = 0, takenOverBy } = isLater ? other : target
  return { humanTakeoverUntil, takenOverBy }
}

/** Returns the request for a person in a conversation to which another one is joined: that of either, the older one first. */
function requestOf(target: ConversationItem, other: ConversationItem): Partial<ConversationItem> {
  const [first, last] =
    (waitingSince(other) ?? Number.POSITIVE_INFINITY) < (waitingSince(target) ?? Number.POSITIVE_INFINITY)
      ? [other, target]
      : [target, other]
  const since = waitingSince(first)
  const pastHandoffs = [...(target.pastHandoffs ?? []), ...(other.pastHandoffs ?? [])]
    .toSorted((one, another) => one.endedAt - another.endedAt)
    .slice(-KEPT_HANDOFFS)
  const { humanNeededSince, reachedLimit } = first.humanNeededSince === undefined ? last : first
  const waits = Math.min(since ?? Number.POSITIVE_INFINITY, ...[target, other].flatMap(waitsSince))
  return {
    ...(pastHandoffs.length > 0 && { pastHandoffs }),
    ...(since !== undefined && {
      handoff: first.handoff ?? last.handoff,
      humanNeededSince,
      reachedLimit,
    }),
    ...(Number.isFinite(waits) && waitingEntry(target, waits)),
  }
}

/** Returns since when the customer of a conversation waits; none if nobody waits. */
function waitsSince(conversation: ConversationItem): EpochMs[] {
  const { waitingAt } = conversation
  const isWaiting = waitingSince(conversation) !== undefined || isUnanswered(conversation)
  return waitingAt !== undefined && isWaiting ? [enteredAt(waitingAt)] : []
}

/** Returns the fields of a conversation that `joined` changes. */
export function countsOf(conversation: ConversationItem): Partial<ConversationItem> {
  const { inboundSeq, readSeq, messageCount, counted, inboundTakenAt, humanTakeoverUntil } = conversation
  const { lastInboundAt, lastMessage, lastMessageAt, lastMessageId, lastMessageBy, lastMessageType } = conversation
  const { handoff, pastHandoffs, humanNeededSince, reachedLimit, waitingIn, waitingAt } = conversation
  const { routing, webhookId, answeredSeq, settledSeq, takenOverBy } = conversation
  const rest = { routing, webhookId, answeredSeq, settledSeq, takenOverBy }
  const request = { handoff, pastHandoffs, humanNeededSince, reachedLimit, waitingIn, waitingAt }
  const last = { lastInboundAt, lastMessage, lastMessageAt, lastMessageId, lastMessageBy, lastMessageType }
  return {
    inboundSeq,
    readSeq,
    messageCount,
    counted,
    inboundTakenAt,
    humanTakeoverUntil,
    ...last,
    ...request,
    ...rest,
  }
}
