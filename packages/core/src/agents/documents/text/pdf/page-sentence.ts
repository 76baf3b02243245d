import { numberList } from '../extracted.ts'

/**
 * Returns what is to be said of pages as a sentence, with an advice; nothing without pages.
 * @param one what follows the number of a single page
 * @param several what follows the numbers of several pages
 */
export function sentence(pages: readonly number[], one: string, several: string, advice: string): string[] {
  if (pages.length === 0) return []
  return [`${pages.length === 1 ? `Page ${pages[0]} ${one}` : `Pages ${numberList(pages)} ${several}`}. ${advice}`]
}
