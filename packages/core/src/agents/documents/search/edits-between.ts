/** Endings of at most this length, which a stemmer does not recognize in a misspelt word, count as one letter. */
const LONGEST_ENDING = 4
const SHORTEST_STEM = 5

/**
 * Returns the number of letters to add, remove, replace or swap with their neighbour to turn a word into a stem
 * (optimal string alignment), or `most + 1` if it is more than `most`. A superfluous ending of the word counts as one.
 */
export function editsBetween(word: string, stem: string, most: number): number {
  const ending = stem.length >= SHORTEST_STEM ? LONGEST_ENDING : 0
  if (stem.length - word.length > most || word.length - stem.length > most + ending) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: stem.length + 1 }, (_, column) => column)
  let withoutEnding = Number.POSITIVE_INFINITY
  for (let row = 1; row <= word.length; row++) {
    const current = [row]
    for (let column = 1; column <= stem.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (word[row - 1] === stem[column - 1] ? 0 : 1)
      const swapped =
        row > 1 && column > 1 && word[row - 1] === stem[column - 2] && word[row - 2] === stem[column - 1]
          ? (beforeLast[column - 2] ?? 0) + 1
          : replaced
      current.push(Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped))
    }
    beforeLast = last
    last = current
    if (row < word.length && row >= word.length - ending)
      withoutEnding = Math.min(withoutEnding, (current[stem.length] ?? 0) + 1)
  }
  return Math.min(last[stem.length] ?? 0, withoutEnding, most + 1)
}
