import { capabilitiesOf } from '../../channel/capabilities.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { InboundMessage } from '../../channel/port.ts'
import { InternalError } from '../../platform/errors.ts'
import { retryConflict } from '../../platform/table/retry-conflict.ts'
import { ConversationEntity, type ConversationItem, listEntry } from '../conversation-entity.ts'
import { effectiveRoute } from '../routing/effective-route.ts'
import { needsArming } from '../service-window/arming.ts'
import { requestArming } from '../service-window/arming-entity.ts'
import { countedWith, isCounted, isNewest } from './count-inbound.ts'
import type { MessageItem } from './message-entity.ts'
import { toReferral } from './message-referral.ts'
import { previewOf } from './preview.ts'

/** Attempts to count a message while others of the conversation are counted concurrently. */
const TRIES = 50

/**
 * Updates the conversation after a message. Requests a schedule for its service window if it has none and a webhook is
 * in the route: only webhooks receive its events. A routing change that adds a webhook requests it, too. Of the two,
 * the second one sees the first one's change.
 */
export async function advanceInbound(
  number: NumberItem,
  conversation: ConversationItem,
  message: InboundMessage,
  stored: MessageItem,
  isNew: boolean,
  now: number,
): Promise<void> {
  const advanced = await advanceConversation(conversation, message, stored, isNew)
  const { webhookId } = effectiveRoute(number, advanced)
  const hasWindow = message.opensWindow && capabilitiesOf(number).windowSeconds !== null
  if (hasWindow && webhookId !== null && needsArming(advanced, now))
    await requestArming(advanced, { messageId: stored.id }, now)
}

/**
 * Counts a message once. The newest one defines the window and the preview. Returns the updated conversation: its
 * window may have been closed since it was read.
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
  let read = conversation
  return await retryConflict(TRIES, `Conversation ${id} was changed concurrently. Try again.`, async () => {
    if (isCounted(read, stored, isNew)) return read
    const newest = isNewest(read, stored)
    const entry = newest ? listEntry(read, stored.sentAt) : {}
    const { inboundSeq: seen } = read
    const counted = await change()
      .add({ inboundSeq: 1, messageCount: 1 })
      .set({
        ...countedWith(read, stored),
        ...firstUnread(read),
        ...(newest && { lastInboundAt: stored.sentAt, lastMessageId: stored.id, ...shownOf(read, message, stored) }),
        ...entry,
      })
      // Everything that was decided changes with `inboundSeq`, except the index entry, which never goes back.
      .where(({ inboundSeq, listedAt }, { eq, lte, notExists }) =>
        [
          eq(inboundSeq, seen),
          ...(entry.listedAt === undefined ? [] : [`(${notExists(listedAt)} OR ${lte(listedAt, stored.sentAt)})`]),
        ].join(' AND '),
      )
      .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
    if (!counted.data) throw new InternalError(`conversation ${id} was deleted concurrently`)
    if (!counted.rejected) return counted.data
    read = counted.data
    return undefined
  })
}

/** Returns what the conversation shows of its newest message and its sender. */
function shownOf(
  { hasOwnName }: ConversationItem,
  { contactName, contactNumber, contactUserId, referral }: InboundMessage,
  stored: MessageItem,
) {
  return {
    ...previewOf(stored),
    ...(contactName && !hasOwnName && { contactName }),
    ...(contactNumber && { contactNumber }),
    ...(contactUserId && { contactUserId }),
    ...(referral && { latestReferral: toReferral(referral, stored) }),
  }
}

/** Counts unread messages from now on in a conversation that was stored before they were counted. */
function firstUnread({ readSeq, inboundSeq }: ConversationItem): Pick<ConversationItem, 'readSeq'> {
  return readSeq === undefined ? { readSeq: inboundSeq } : {}
}
