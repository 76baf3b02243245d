import type { Message } from '@messaging/contract/messages.ts'
import type { PageQuery } from '@messaging/contract/page.ts'
import { isLive } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { listPage, type PageResponse } from '../../platform/paging/page.ts'
import { capabilityKey } from '../../platform/secrets/capability-keys.ts'
import { findConversation } from '../get-conversation.ts'
import { MEDIA_CAPABILITY } from '../media/media-token.ts'
import { inArrivalOrder } from './arrival-order.ts'
import { MessageEntity } from './message-entity.ts'
import { messageView } from './message-view.ts'

/**
 * `GET /conversations/{id}/messages/`: newest first, those of one second as they arrived. Throws 404 for an unknown
 * conversation.
 */
export async function listMessages(
  organizationId: string,
  conversationId: string,
  query: PageQuery,
  now: number,
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
