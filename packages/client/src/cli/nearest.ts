/** A word with more different letters is another word. */
const MOST_CHANGES = 2

/** Returns the known word that was probably meant, or undefined. A short word may differ in one letter only. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const most = Math.min(MOST_CHANGES, Math.floor(word.length / 3))
  const ranked = known.map((each) => ({ each, changes: changesBetween(word.toLowerCase(), each.toLowerCase()) }))
  return ranked.filter(({ changes }) => changes <= most).toSorted((a, b) => a.changes - b.changes)[0]?.each
}

/** Returns how many letters must be added, removed or replaced to make `b` of `a`. */
function changesBetween(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...a].entries()) {
    const next = [row + 1]
    for (const [index, other] of [...b].entries()) {
      const replaced = (before[index] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (before[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    before = next
  }
  return before.at(-1) ?? 0
}

/** Returns `; did you mean …?` for a word that was probably mistyped, or an empty text. */
export function suggestion(word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}
