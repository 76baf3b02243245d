import type { Customer, CustomerMergePreview } from '@replywright/contract/customers.ts'

/** A customer who may be the same person as another one. */
export interface MergeCandidate {
  /** A number (digits), `user:` and a user id, or `contact.id`. */
  readonly key: string
  readonly name: string
  readonly shown: string
}

/**
 * Returns the customers that a search found, each once, without the one whose page it is. An id that was searched is a candidate, too.
 */
export function candidatesOf(
  wanted: string,
  found: readonly MergeCandidate[],
  { id, names }: Pick<Customer, 'id' | 'names'>,
): MergeCandidate[] {
  const own = new Set(names.map(({ kind, value }) => (kind === 'user_id' ? `user:${value}` : value)))
  const named = isId(wanted) && wanted !== id ? [{ key: wanted, name: 'Customer with this ID', shown: wanted }] : []
  const others = found.filter(({ key }) => !own.has(key) && key !== 'user:')
  return [...new Map([...named, ...others].map((each) => [each.key, each])).values()]
}

function isId(text: string): boolean {
  return text.length === 36 && text.split('-').length === 5
}

/** Returns what happens to a conversation in a merge. */
export function windowsText({
  msgNumber,
  messages,
  notes,
  continuesIn,
}: CustomerMergePreview['conversations'][number]): string {
  const parts = [counted(messages, 'message'), ...(notes > 0 ? [counted(notes, 'note')] : [])].join(' and ')
  const where =
    continuesIn === null ? 'The conversation stays as it is' : 'They become one thread with those of this customer'
  return `${parts} with +${msgNumber}. ${where}.`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
