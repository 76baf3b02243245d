export interface Section {
  /** `page 3`, the headings above it, or `''`. */
  readonly place: string
  readonly text: string
  /** Precedes every passage after the first: the column names of a table. */
  readonly header?: string
}

/** Maximum number of characters of a document: about two thousand pages. */
export const LONGEST_TEXT = 5_000_000
