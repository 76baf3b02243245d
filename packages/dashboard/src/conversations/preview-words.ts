import type { InboxConversation } from '@replywright/contract/dashboard/conversations.ts'

const TYPE_NAMES: Readonly<Record<string, string>> = {
  image: 'Photo',
  sticker: 'Sticker',
  video: 'Video',
  audio: 'Voice message',
  document: 'Document',
  location: 'Location',
  contacts: 'Contact',
  reaction: 'Reaction',
  order: 'Order',
  template: 'Template',
}

/** Returns the text of the last message, or the name of its type. Line breaks are spaces. */
export function previewText({
  lastMessage,
  lastMessageAt,
  lastMessageType,
}: Pick<InboxConversation, 'lastMessage' | 'lastMessageAt' | 'lastMessageType'>): string {
  const text = lastMessage.replace(/\s+/g, ' ').trim()
  if (text) return text
  if (lastMessageAt === null) return 'No messages yet'
  return TYPE_NAMES[lastMessageType ?? ''] ?? 'Message without text'
}
