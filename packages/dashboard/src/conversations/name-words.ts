import type { Author } from '@replywright/contract/dashboard/conversations.ts'
import type { ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import { printable } from '@replywright/contract/printable.ts'

/** Returns the name of a person or of an API key. */
export function authorName(author: Author | null): string {
  if (author === null) return 'Person or API'
  if (author.kind === 'key') return `API key “${author.name ?? ''}”`
  if (author.kind === 'app') return 'Business phone'
  return author.isYou ? 'You' : (author.name ?? 'Former member')
}

/** Returns the name of the writer of an outbound message. */
export function writerOf({ role, author, details }: ThreadMessage): string {
  if (role === 'assistant') return details?.standby === true ? 'Other agent' : 'Agent'
  return authorName(author)
}

interface Contact {
  readonly phoneNumber: string
  readonly name: string
}

/** Returns the display name of a contact: its name, else its number. Customers may share neither. */
export function contactName({ name, phoneNumber }: Contact): string {
  return printable(name) || numberWords(phoneNumber) || 'Unnamed customer'
}

/** Returns a number with a plus sign, or an empty string if there is no number. */
export function numberWords(digits: string): string {
  return digits && `+${digits}`
}
