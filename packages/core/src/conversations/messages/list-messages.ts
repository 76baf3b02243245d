import type { Message } from '@messaging/contract/messages.ts'
import type { PageQuery } from '@messaging/contract/page.ts'
import { notFound } from '../../platform/errors.ts'
import { listPage, type PageResponse } from '../../platform/paging/page.ts'
import { capabilityKey } from '../../platform/secrets/capability-keys.ts'
import { findConversation } from '../get-conversation.ts'
import { MEDIA_CAPABILITY } from '../media/media-token.ts'
import { MessageEntity } from './message-entity.ts'
import { messageView } from './message-view.ts'

/** `GET /conversations/{id}/messages/`: newest first. Throws 404 for an unknown conversation. */
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
  return {
    count: countSeen(conversation.messageCount ?? 0, query, items.length, nextCursor !== null),
    results: items.map((message) => messageView(message, mediaKey)),
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
