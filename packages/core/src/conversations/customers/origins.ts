import type { ConversationItem } from '../conversation-entity.ts'
import type { CustomerItem } from './customer-entity.ts'
import { type Names, nameKey, namesIn } from './names.ts'

/** Names of merged customers in a conversation, so that its item stays small. */
const REMEMBERED = 8

/**
 * Returns the names of a customer in one of their conversations that return to another conversation if merges by hand are undone, and the ids
 * of these, that of the last merge last. Undefined if there are none.
 */
export function originsIn(
  { names, merged = [] }: Pick<CustomerItem, 'names' | 'merged'>,
  conversationId: string,
): ConversationItem['origins'] {
  const byKey = new Map(
    names.flatMap((name) => {
      const ids = formerOf(merged, name.origins ?? [], conversationId)
      return ids.length > 0 ? [[nameKey(name), ids] as const] : []
    }),
  )
  const all = [...byKey].slice(-REMEMBERED)
  return all.length > 0 ? all.map(([name, ids]) => ({ name, ids })) : undefined
}

type Merged = NonNullable<CustomerItem['merged']>

/** Returns the conversations that customers had, who were merged into the next one each, before the one that continues them. */
function formerOf(merged: Merged, customers: readonly string[], conversationId: string): string[] {
  let current = conversationId
  const ids: string[] = []
  for (const id of customers.toReversed()) {
    const moves = merged.find((merge) => merge.id === id)?.moves ?? []
    const move = moves.find(({ to }) => followed(merged, to) === current)
    if (!move) continue
    current = move.from
    ids.unshift(move.from)
  }
  return ids
}

/** Returns the conversation that continues another one after merges that no person made. */
function followed(merged: Merged, id: string): string {
  const next = merged.filter(({ evidence }) => evidence !== 'person').flatMap(({ moves }) => moves)
  const move = next.find(({ from }) => from === id)
  return move ? followed(merged, move.to) : id
}

/** Returns the `origins` of a message under names of a customer, or none. */
export function originsOf(
  { origins = [] }: Pick<ConversationItem, 'origins'>,
  names: Names,
): { readonly origins?: string[] } {
  const keys = namesIn(names).map(nameKey)
  const found = keys.flatMap((key) => origins.find(({ name }) => name === key) ?? [])[0]
  return found ? { origins: found.ids } : {}
}
