import type { InboxConversation } from '@messaging/contract/dashboard/conversations.ts'
import { words } from './words.ts'

const TYPES: Readonly<Record<string, string>> = words.row.types

/** Returns the text of the last message, or the name of its type. Line breaks are spaces. */
export function previewText({
  lastMessage,
  lastMessageAt,
  lastMessageType,
}: Pick<InboxConversation, 'lastMessage' | 'lastMessageAt' | 'lastMessageType'>): string {
  const text = lastMessage.replace(/\s+/g, ' ').trim()
  if (text) return text
  if (lastMessageAt === null) return words.row.noMessages
  return TYPES[lastMessageType ?? ''] ?? words.row.otherType
}
