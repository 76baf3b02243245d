/** Characters of a document's text: some two thousand pages. */
export const LONGEST_TEXT = 5_000_000
