import type { SavedReply } from '@replywright/contract/dashboard/saved-replies.ts'

/** From this number on, the menu of saved replies has a search. */
export const LEAST_SEARCHED = 6

/** Returns the replies whose name or text contains every word of `search`, those with all of them in the name first. */
export function foundReplies(replies: readonly SavedReply[], search: string): readonly SavedReply[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = replies.filter(({ name, text }) => hasAll(`${name} ${text}`))
  return [...found.filter(({ name }) => hasAll(name)), ...found.filter(({ name }) => !hasAll(name))]
}
