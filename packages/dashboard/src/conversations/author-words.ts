import type { Author, ThreadMessage } from '@messaging/contract/dashboard/thread.ts'
import { words } from '../chat/words.ts'

/** Returns the name of a person or of an API key. */
export function authorName(author: Author | null): string {
  if (author === null) return words.authors.person
  if (author.kind === 'key') return words.authors.key(author.name ?? '')
  if (author.kind === 'app') return words.authors.app
  return author.isYou ? words.authors.you : (author.name ?? words.authors.member)
}

/** Returns the name of the writer of an outbound message. */
export function writerOf({ role, author }: ThreadMessage): string {
  return role === 'assistant' ? words.authors.agent : authorName(author)
}
