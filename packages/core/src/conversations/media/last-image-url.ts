import { capabilityKey } from '../../channel/provider/provider-settings.ts'
import type { ConversationItem } from '../conversations/conversation-entity.ts'
import { MessageEntity, type MessageItem } from '../messages/message-entity.ts'
import { MEDIA_CAPABILITY, type MediaPlace, mediaUrl } from './media-token.ts'

/** How many messages back a picture is looked for. */
const MESSAGES_READ = 50

/** The stable URL of the last picture that the customer sent lately; `''` when there is none. */
export async function lastImageUrl(
  { organizationId, id: conversationId }: Pick<ConversationItem, 'organizationId' | 'id'>,
  now: number,
): Promise<string> {
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .go({ order: 'desc', limit: MESSAGES_READ, consistent: true })
  const place = lastImageOf(data)
  return place ? mediaUrl(place, await capabilityKey(MEDIA_CAPABILITY, now)) : ''
}

/** The last picture among messages of a customer, newest first. */
export function lastImageOf(messages: readonly MessageItem[]): MediaPlace | undefined {
  for (const { direction, media = [], organizationId, conversationId, id } of messages) {
    const index = direction === 'inbound' ? media.findLastIndex(({ mimeType }) => mimeType.startsWith('image/')) : -1
    if (index >= 0) return { organizationId, conversationId, messageId: id, index }
  }
  return undefined
}
