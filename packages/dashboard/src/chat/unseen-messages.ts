import type { Message } from '@messaging/contract/messages.ts'
import type { ChatItem } from './chat-items.ts'

/** Returns the number of messages after the item that was the last one when the user was at the end. */
export function unseenMessages(items: readonly ChatItem<Message>[], lastSeen: string | undefined): number {
  const seen = items.findLastIndex(({ key }) => key === lastSeen)
  return seen < 0 ? 0 : items.slice(seen + 1).filter(({ kind }) => kind === 'message').length
}
