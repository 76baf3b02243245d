import type { Author } from '@messaging/contract/dashboard/conversations.ts'
import type { ThreadMessage } from '@messaging/contract/dashboard/thread.ts'

/** Returns the name of a person or of an API key. */
export function authorName(author: Author | null): string {
  if (author === null) return 'Person or API'
  if (author.kind === 'key') return `API key “${author.name ?? ''}”`
  if (author.kind === 'app') return 'Business phone'
  return author.isYou ? 'You' : (author.name ?? 'Former member')
}

/** Returns the name of the writer of an outbound message. */
export function writerOf({ role, author }: ThreadMessage): string {
  return role === 'assistant' ? 'Agent' : authorName(author)
}
