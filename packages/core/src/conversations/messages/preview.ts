import type { ConversationItem } from '../conversation-entity.ts'
import type { MessageItem } from './message-entity.ts'

type Preview = Pick<ConversationItem, 'lastMessage' | 'lastMessageAt' | 'lastMessageBy' | 'lastMessageType'>
type Previewed = Pick<MessageItem, 'direction' | 'role' | 'type' | 'text' | 'media' | 'sentAt'>

/** Returns what a conversation shows of its last message. */
export function previewOf({ direction, role, type, text, media, sentAt }: Previewed): Preview {
  return {
    lastMessage: text,
    lastMessageAt: sentAt,
    lastMessageBy: direction === 'inbound' ? 'customer' : role === 'assistant' ? 'agent' : 'person',
    lastMessageType: type === 'media' ? kindOf(media?.[0]?.mimeType) : type,
  }
}

/** Returns the provider's type of a file: inbound messages have it, outbound ones only have the MIME type. */
function kindOf(mimeType = ''): string {
  const [kind = ''] = mimeType.split('/')
  return ['image', 'audio', 'video'].includes(kind) ? kind : 'document'
}
