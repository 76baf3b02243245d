/** A stretch of a document with a place of its own. */
export interface Section {
  /** `page 3`, the headings above it, or `''`. */
  readonly place: string
  readonly text: string
  /** Goes in front of every passage after the first: the names of a table's columns. */
  readonly header?: string
}

/** Characters of a document's text: some two thousand pages. */
export const LONGEST_TEXT = 5_000_000
