import type { ThreadPage } from '@replywright/contract/dashboard/thread.ts'
import type { Message } from '@replywright/contract/messages.ts'
import type { PageQuery, PageResponse } from '@replywright/contract/page.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { getKnownNumber } from '../../channel/numbers/numbers.ts'
import { isLive, isoTime } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { countThatFits, responseBytes } from '../../platform/paging/fit-response.ts'
import { listPage } from '../../platform/paging/page.ts'
import type { Caller } from '../../platform/request.ts'
import { capabilityKey } from '../../platform/secrets/secrets.ts'
import { ConversationEntity, type ConversationItem, findConversation } from '../conversation-entity.ts'
import { ConversationEventEntity, type ConversationEventItem } from '../conversation-event-entity.ts'
import { getConversation } from '../conversations.ts'
import { inboxView, ownerOf } from '../inbox-view.ts'
import { MEDIA_CAPABILITY } from '../media/media-token.ts'
import { writerOf } from '../writing.ts'
import { inArrivalOrder, newestFirst } from './arrival-order.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { messageView } from './message-view.ts'
import { authorOfMessage, authorViews, eventView, threadMessageView } from './thread-view.ts'

/**
 * `GET /conversations/{id}/messages/`: newest first, those of one second as they arrived. Throws 404 for an unknown
 * conversation.
 */
export async function listMessages(
  organizationId: string,
  conversationId: string,
  query: PageQuery,
  now: EpochMs,
): Promise<PageResponse<Message>> {
  const [conversation, { items, nextCursor }, mediaKey] = await Promise.all([
    findConversation(organizationId, conversationId),
    listPage(query, (options) =>
      MessageEntity.query
        .byId({ organizationId, conversationId })
        .where(({ expiresAt }, { gt }) => gt(expiresAt, Math.floor(now / 1000)))
        .go({ ...options, order: 'desc', consistent: true }),
    ),
    capabilityKey(MEDIA_CAPABILITY, now),
  ])
  if (!conversation) throw notFound('conversation')
  const isFirst = query.cursor === undefined && query.offset === 0
  const edges = [...(isFirst ? [] : items.slice(0, 1)), ...(nextCursor === null ? [] : items.slice(-1))]
  const arrived = await inArrivalOrder(items, edges, async ({ first, last }) => {
    const { data } = await MessageEntity.query
      .byId({ organizationId, conversationId })
      .between({ id: first }, { id: last })
      .go({ order: 'desc', pages: 'all', consistent: true })
    return data.filter((message) => isLive(message, now))
  })
  return {
    count: countSeen(conversation.messageCount ?? 0, query, items.length, nextCursor !== null),
    results: arrived.map((message) => messageView(message, mediaKey)),
    nextCursor,
  }
}

/** Returns the conversation's count, corrected by the page: it shows the end of the list or that there are more. */
export function countSeen(
  counted: number,
  { offset }: Pick<PageQuery, 'offset'>,
  results: number,
  hasMore: boolean,
): number {
  if (hasMore) return Math.max(counted, offset + results + 1)
  return results > 0 || offset === 0 ? offset + results : Math.min(counted, offset)
}

interface ThreadQuery {
  readonly limit: number
  /** Ids of messages: the page has older, or newer ones. */
  readonly before?: string | undefined
  readonly after?: string | undefined
  /** The newest known event. */
  readonly event?: string | undefined
}

interface Part {
  readonly messages: readonly MessageItem[]
  readonly events: readonly ConversationEventItem[]
  readonly hasMore: boolean
}

/** Sort before and after all ids. */
const FIRST = '0'
const LAST = '~'
/** The events between the messages, and the names of attributes, which are longer than stored, need the rest of a response. */
const LARGEST_THREAD_BYTES = 3_500_000
/** More events between two pages of messages are not shown. */
const MOST_EVENTS = 100

/**
 * Returns a page of a conversation's messages and the events between them. With `after`, reads eventually consistent
 * and only what is newer: 1.5 read units if nothing is.
 */
export async function viewThread(caller: Caller, id: string, query: ThreadQuery, now: EpochMs): Promise<ThreadPage> {
  const { organizationId } = caller
  const isPoll = query.after !== undefined
  const [{ conversation, number }, read, mediaKey] = await Promise.all([
    isPoll ? recentConversation(organizationId, id) : getConversation(organizationId, id),
    readMessages(organizationId, id, query, now),
    capabilityKey(MEDIA_CAPABILITY, now),
  ])
  const { page, hasMore } = read
  const part: Part = {
    messages: isPoll ? page.toReversed() : page,
    events: await readEvents(conversation, hasMore ? page.at(-1)?.id : undefined, query),
    hasMore,
  }
  const writer = writerOf(conversation, caller.userId, now)
  const authors = [
    ...part.messages.flatMap((message) => [authorOfMessage(message), message.markedBy]),
    ...part.events.map(({ author }) => author),
    ownerOf(conversation, now),
    writer,
  ]
  const shown = await authorViews(caller, authors, now)
  return {
    conversation: {
      ...inboxView(conversation, number, now, shown),
      createdAt: isoTime(conversation.createdAt),
      writing: writer ? shown(writer) : null,
    },
    messages: newestFirst(part.messages).map((message) => threadMessageView(message, shown, mediaKey)),
    events: await Promise.all(part.events.map((event) => eventView(event, shown))),
    hasMore: part.hasMore,
  }
}

/** Like `getConversation`, but eventually consistent, at half the read units. */
async function recentConversation(
  organizationId: string,
  id: string,
): Promise<{ conversation: ConversationItem; number: NumberItem }> {
  const { data: conversation } = await ConversationEntity.get({ organizationId, id }).go()
  if (!conversation) throw notFound('conversation')
  return { conversation, number: await getKnownNumber(organizationId, conversation.phoneNumberId, 'recent') }
}

/**
 * Returns messages newest first; with `after`, oldest first. They are fewer than the limit if more would be too large for
 * a response.
 */
async function readMessages(
  organizationId: string,
  conversationId: string,
  { after, before = LAST, limit }: ThreadQuery,
  now: EpochMs,
): Promise<{ readonly page: readonly MessageItem[]; readonly hasMore: boolean }> {
  const found: MessageItem[] = []
  let cursor: string | null = null
  do {
    // The range includes both ids, and one more message shows whether there are more.
    const read: { data: MessageItem[]; cursor: string | null } = await MessageEntity.query
      .byId({ organizationId, conversationId })
      .between({ id: after ?? FIRST }, { id: before })
      .go({
        order: after === undefined ? 'desc' : 'asc',
        limit: limit + 2 - found.length,
        consistent: after === undefined,
        cursor,
      })
    found.push(...read.data.filter((one) => one.id !== after && one.id !== before && isLive(one, now)))
    cursor = read.cursor
    const fitting = countThatFits(found.map(responseBytes), LARGEST_THREAD_BYTES)
    if (fitting < found.length) return { page: found.slice(0, Math.min(fitting, limit)), hasMore: true }
  } while (cursor !== null && found.length <= limit)
  return { page: found.slice(0, limit), hasMore: found.length > limit }
}

/**
 * Returns the events from the oldest message of the page on, newest first; with `after`, those newer than `event`, if
 * there are any.
 */
async function readEvents(
  { organizationId, id: conversationId, eventId }: ConversationItem,
  oldest: string | undefined,
  { after, before = LAST, event = FIRST }: ThreadQuery,
): Promise<readonly ConversationEventItem[]> {
  if (eventId === undefined || (after !== undefined && eventId === event)) return []
  const first = after === undefined ? (oldest ?? FIRST) : event
  const { data } = await ConversationEventEntity.query
    .byId({ organizationId, conversationId })
    .between({ id: first }, { id: before })
    .go({ order: 'desc', limit: MOST_EVENTS, consistent: after === undefined })
  return data.filter(({ id }) => id !== event)
}
