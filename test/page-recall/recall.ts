import type { TestPage } from './pages/page.ts'

/** Which facts of a page a text has, and what it should not have. */
export interface Recall {
  readonly missing: readonly string[]
  readonly unwanted: readonly string[]
}

/** Compares a text with the facts of a page. Only whole words count, so words that run together are missing. */
export function recallOf({ facts, unseen = [] }: TestPage, text: string): Recall {
  const words = wordsOf(text)
  return {
    missing: facts.filter((fact) => !words.includes(wordsOf(fact))),
    unwanted: unseen.filter((each) => words.includes(wordsOf(each))),
  }
}

function wordsOf(text: string): string {
  return ` ${text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .toLowerCase()} `
}
