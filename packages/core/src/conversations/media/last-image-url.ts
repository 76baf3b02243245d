import { capabilityKey } from '../../platform/secrets/capability-keys.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { MessageEntity, type MessageItem } from '../messages/message-entity.ts'
import { MEDIA_CAPABILITY, type MediaRef, mediaUrl } from './media-token.ts'

/** The number of latest messages that are searched for an image. */
const MESSAGES_READ = 50

/** Returns the stable URL of the last image among the latest messages of the customer, or `''` if there is none. */
export async function lastImageUrl(
  { organizationId, id: conversationId }: Pick<ConversationItem, 'organizationId' | 'id'>,
  now: number,
): Promise<string> {
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .go({ order: 'desc', limit: MESSAGES_READ, consistent: true })
  const ref = lastImageOf(data)
  return ref ? mediaUrl(ref, await capabilityKey(MEDIA_CAPABILITY, now)) : ''
}

/** Returns the last image that the customer sent among messages, newest first. */
export function lastImageOf(messages: readonly MessageItem[]): MediaRef | undefined {
  for (const { direction, media = [], organizationId, conversationId, id } of messages) {
    const index = direction === 'inbound' ? media.findLastIndex(({ mimeType }) => mimeType.startsWith('image/')) : -1
    if (index >= 0) return { organizationId, conversationId, messageId: id, index }
  }
  return undefined
}
