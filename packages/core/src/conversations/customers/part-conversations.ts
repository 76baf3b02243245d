import { isDeepStrictEqual } from 'node:util'
import type { ConversationItem } from '../conversation-entity.ts'
import { countedWith } from '../messages/advance-inbound.ts'
import type { MessageItem } from '../messages/message-entity.ts'
import { previewOf } from '../messages/preview.ts'
import { waitingEntry } from '../waiting-entry.ts'
import { joined } from './join-conversations.ts'

/** Two conversations that became one by hand. */
export interface Pair {
  /** As they were before the merge. */
  readonly from: ConversationItem
  readonly to: ConversationItem
  /** The conversation that continues both, now. */
  readonly current: ConversationItem
  /** Its messages that came after the merge, oldest first. */
  readonly later: readonly MessageItem[]
}

/**
 * Returns the two conversations of a merge that is undone. What each had before the merge is its own again. A message that came after it
 * belongs to the conversation of the name from which it came, or to which it was sent (`origins`). What changed since (a takeover, a request for a
 * person, a route) stays where it is.
 */
export function parted({ from, to, current, later }: Pair): {
  readonly restored: ConversationItem
  readonly target: ConversationItem
} {
  const theirs = later.filter(({ origins }) => origins?.at(-1) === from.id)
  const own = later.filter((message) => !theirs.includes(message))
  const seq = from.inboundSeq + inboundOf(theirs).length
  const inboundSeq = Math.max(0, current.inboundSeq - seq)
  const merged = joined(to, from)
  const target: ConversationItem = {
    ...current,
    ...requestAfter(current, merged, to),
    ...takeoverAfter(current, merged, to),
    ...routeAfter(current, merged, to),
    ...lastOf(to, own),
    inboundSeq,
    messageCount: Math.max(0, (current.messageCount ?? 0) - (from.messageCount ?? 0) - theirs.length),
    readSeq: rest(current, 'readSeq', from, inboundSeq),
    answeredSeq: rest(current, 'answeredSeq', from, inboundSeq),
    settledSeq: rest(current, 'settledSeq', from, inboundSeq),
    pastHandoffs: current.pastHandoffs?.filter(({ id }) => from.pastHandoffs?.every((each) => each.id !== id) ?? true),
  }
  const [first] = inboundOf(theirs)
  const restored: ConversationItem = {
    ...from,
    ...marksOf(from, theirs),
    ...lastOf(from, theirs),
    inboundSeq: seq,
    messageCount: (from.messageCount ?? 0) + theirs.length,
    readSeq: shared(current, 'readSeq', from, seq),
    answeredSeq: shared(current, 'answeredSeq', from, seq),
    settledSeq: shared(current, 'settledSeq', from, seq),
    // A takeover that ended after the merge has ended for both.
    humanTakeoverUntil: Math.min(from.humanTakeoverUntil ?? 0, current.humanTakeoverUntil ?? 0),
    ...(from.handoff && current.handoff?.id !== from.handoff.id && merged.handoff?.id === from.handoff.id
      ? { handoff: undefined }
      : {}),
    ...(from.humanNeededSince !== undefined && current.humanNeededSince === undefined
      ? { humanNeededSince: undefined, reachedLimit: undefined }
      : {}),
    ...(from.waitingAt === undefined && first && current.waitingAt !== undefined && waitingEntry(from, first.sentAt)),
    armed: undefined,
  }
  return { restored, target }
}

function inboundOf(messages: readonly MessageItem[]): MessageItem[] {
  return messages.filter(({ direction }) => direction === 'inbound')
}

/** Returns the marks of messages that a conversation has counted (`countedWith`). */
function marksOf(from: ConversationItem, theirs: readonly MessageItem[]): Partial<ConversationItem> {
  let { inboundTakenAt, counted }: Pick<ConversationItem, 'inboundTakenAt' | 'counted'> = from
  for (const message of inboundOf(theirs))
    ({ inboundTakenAt, counted } = countedWith({ inboundTakenAt, counted }, message))
  return { inboundTakenAt, counted }
}

type Counter = 'readSeq' | 'answeredSeq' | 'settledSeq'

/** Returns a counter of the conversation that goes on, without the messages of the other one. */
function rest(current: ConversationItem, counter: Counter, from: ConversationItem, inboundSeq: number) {
  const value = current[counter]
  if (value === undefined) return undefined
  if (value >= current.inboundSeq) return inboundSeq
  return Math.min(inboundSeq, Math.max(0, value - (from[counter] ?? 0)))
}

/** Returns a counter of the conversation that begins again: that of before, unless it covers all messages of both now. */
function shared(current: ConversationItem, counter: Counter, from: ConversationItem, inboundSeq: number) {
  return (current[counter] ?? 0) >= current.inboundSeq ? inboundSeq : from[counter]
}

/** Returns what a conversation shows of its last messages: those of before, or later ones. */
function lastOf(before: ConversationItem, later: readonly MessageItem[]): Partial<ConversationItem> {
  const { lastMessage, lastMessageAt, lastMessageBy, lastMessageType, lastInboundAt, lastMessageId } = before
  const last = later.at(-1)
  const inbound = inboundOf(later).at(-1)
  return {
    ...{ lastMessage, lastMessageAt, lastMessageBy, lastMessageType, lastInboundAt, lastMessageId },
    ...(last && previewOf(last)),
    ...(inbound && { lastInboundAt: inbound.sentAt, lastMessageId: inbound.id }),
  }
}

/** Returns what of a conversation is as before the merge, if the merge changed it and nothing else since. */
function unlessChanged<Part extends object>(
  pick: (conversation: ConversationItem) => Part,
  current: ConversationItem,
  merged: ConversationItem,
  before: ConversationItem,
): Part {
  return isDeepStrictEqual(pick(current), pick(merged)) ? pick(before) : pick(current)
}

function requestAfter(current: ConversationItem, merged: ConversationItem, before: ConversationItem) {
  return unlessChanged(
    ({ handoff, humanNeededSince, reachedLimit, waitingIn, waitingAt }) => ({
      ...{ handoff, humanNeededSince, reachedLimit, waitingIn, waitingAt },
    }),
    current,
    merged,
    before,
  )
}

function takeoverAfter(current: ConversationItem, merged: ConversationItem, before: ConversationItem) {
  return unlessChanged(
    ({ humanTakeoverUntil, takenOverBy }) => ({ humanTakeoverUntil, takenOverBy }),
    current,
    merged,
    before,
  )
}

function routeAfter(current: ConversationItem, merged: ConversationItem, before: ConversationItem) {
  return unlessChanged(({ routing, webhookId }) => ({ routing, webhookId }), current, merged, before)
}
