import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { InboundMessage, Referral } from '../../channel/port.ts'
import { isoTime } from '../../platform/clock.ts'
import { retryConflict } from '../../platform/table/transact.ts'
import { isSameNumber } from '../canonical-number.ts'
import { ConversationEntity, type ConversationItem, findConversation, listEntry } from '../conversation-entity.ts'
import { isOptOut } from '../opt-out.ts'
import { effectiveRoute } from '../routing/effective-route.ts'
import { requestArming } from '../service-window/arming-entity.ts'
import { needsArming } from '../service-window/window.ts'
import { requestWaitCheck } from '../wait-check.ts'
import { WAITING_ENTRY, waitingEntry } from '../waiting-entry.ts'
import type { MessageItem } from './message-entity.ts'
import { previewOf } from './preview.ts'
import { waitAfter } from './wait-after.ts'

/** Attempts to count a message while others of the conversation are counted concurrently. */
const TRIES = 50

/**
 * Updates the conversation after a message. Requests a schedule for its service window if it has none and a webhook is
 * in the route: only webhooks receive its events. A routing change that adds a webhook requests it, too. Of the two,
 * the second one sees the first one's change.
 * @returns false if the conversation does not exist any more, because it was erased or joined with another one. If it is true,
 * the conversation existed after everything that the caller wrote before
 */
export async function advanceInbound(
  number: NumberItem,
  conversation: ConversationItem,
  message: InboundMessage,
  stored: MessageItem,
  isNew: boolean,
  now: EpochMs,
): Promise<boolean> {
  const advanced = await advanceConversation(number, conversation, message, stored, isNew)
  if (!advanced) return false
  const { webhookId } = effectiveRoute(number, advanced)
  const hasWindow = message.opensWindow && capabilitiesOf(number).windowSeconds !== null
  if (hasWindow && webhookId !== null && needsArming(advanced, now))
    await requestArming(advanced, { messageId: stored.id }, now)
  return true
}

/**
 * Counts a message once. The newest one defines the window and the preview. Returns the updated conversation, because its
 * window may have been closed since it was read, or null if it does not exist any more.
 */
async function advanceConversation(
  number: NumberItem,
  conversation: ConversationItem,
  message: InboundMessage,
  stored: MessageItem,
  isNew: boolean,
): Promise<ConversationItem | null> {
  const { organizationId, id } = conversation
  const change = () => ConversationEntity.patch({ organizationId, id })
  if (!message.opensWindow) {
    if (!isNew) return await findSame(conversation)
    const { rejected } = await change()
      .add({ messageCount: 1 })
      .where(({ createdAt }, { eq }) => eq(createdAt, conversation.createdAt))
      .go({ returnOnConditionCheckFailure: true })
    return rejected ? null : conversation
  }
  let read = conversation
  const advanced = await retryConflict<{ readonly item: ConversationItem | null }>(
    TRIES,
    `Conversation ${id} was changed concurrently. Try again.`,
    async () => {
      if (isCounted(read, stored, isNew)) return { item: await findSame(conversation) }
      const newest = isNewest(read, stored)
      const spelling = newest ? spellingOf(read, message) : {}
      const entry = newest ? listEntry(read, stored.sentAt) : {}
      const { inboundSeq: seen } = read
      const isDelivered = stored.recipients?.some(({ event }) => event !== 'call.missed') ?? false
      const wait = waitAfter(number, read, { ...message, optsOut: isOptOut(stored.text), isDelivered }, stored.takenAt)
      if (wait === 'begins') await requestWaitCheck(read, stored.sentAt, stored.takenAt)
      const counted = await change()
        .add({ inboundSeq: 1, messageCount: 1 })
        .set({
          ...countedWith(read, stored),
          ...firstUnread(read),
          ...(newest && { lastInboundAt: stored.sentAt, lastMessageId: stored.id, ...shownOf(read, message, stored) }),
          ...referralOf(read, message, stored),
          ...spelling,
          ...entry,
          ...(wait === 'begins' && waitingEntry(read, stored.sentAt)),
          ...(wait === 'ends' && { settledSeq: seen + 1 }),
        })
        .remove(wait === 'ends' && read.waitingAt !== undefined ? [...WAITING_ENTRY] : [])
        // Everything that was decided changes with `inboundSeq`, except the index entry, which never goes back.
        .where(({ createdAt, inboundSeq, listedAt, contactNumber }, { eq, lte, notExists }) =>
          [
            // A conversation that was erased can be created again under its id.
            eq(createdAt, conversation.createdAt),
            eq(inboundSeq, seen),
            // The customer may leave the number at the same moment.
            ...(spelling.contactNumber === undefined ? [] : [eq(contactNumber, read.contactNumber ?? '')]),
            ...(entry.listedAt === undefined ? [] : [`(${notExists(listedAt)} OR ${lte(listedAt, stored.sentAt)})`]),
          ].join(' AND '),
        )
        .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
      if (counted.data?.createdAt !== conversation.createdAt) return { item: null }
      if (!counted.rejected) return { item: counted.data }
      read = counted.data
      return undefined
    },
  )
  return advanced.item
}

/** Returns a conversation as it is stored now, or null if it does not exist any more. */
async function findSame({ organizationId, id, createdAt }: ConversationItem): Promise<ConversationItem | null> {
  const found = await findConversation(organizationId, id)
  return found?.createdAt === createdAt ? found : null
}

/** Returns what the conversation shows of its newest message and its sender. */
function shownOf(read: ConversationItem, { contactName }: InboundMessage, stored: MessageItem) {
  return { ...previewOf(stored), ...(contactName && !read.hasOwnName && { contactName }) }
}

/** Returns another spelling of the customer's number, which the channel uses. */
function spellingOf(
  { contactNumber: known }: ConversationItem,
  { contactNumber }: InboundMessage,
): Pick<ConversationItem, 'contactNumber'> {
  return contactNumber !== known && isSameNumber(known, contactNumber) ? { contactNumber } : {}
}

/** Returns the referral of a message unless the conversation has one of a later message. */
function referralOf(
  { latestReferral: known }: ConversationItem,
  { referral }: InboundMessage,
  stored: MessageItem,
): Pick<ConversationItem, 'latestReferral'> {
  const latestReferral = referral && toReferral(referral, stored)
  return latestReferral && !(known && known.createdAt > latestReferral.createdAt) ? { latestReferral } : {}
}

/** Counts unread messages from now on in a conversation that was stored before they were counted. */
function firstUnread({ readSeq, inboundSeq }: ConversationItem): Pick<ConversationItem, 'readSeq'> {
  return readSeq === undefined ? { readSeq: inboundSeq } : {}
}

/** Returns the ad referral of a message as the API and envelopes show it (spec, Referral). */
export function toReferral(referral: Referral, stored: MessageItem): NonNullable<ConversationItem['latestReferral']> {
  return { messageId: stored.id, ...referral, createdAt: isoTime(stored.sentAt) }
}

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
  const { lastInboundAt = 0, lastMessageId, inboundTakenAt = 0, counted = [] } = conversation
  if (lastMessageId === message.id || counted.includes(markOf(message))) return true
  // Counting a message raises both times.
  if (isNew || message.sentAt > lastInboundAt || message.takenAt > inboundTakenAt) return false
  return counted.length >= REMEMBERED
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
