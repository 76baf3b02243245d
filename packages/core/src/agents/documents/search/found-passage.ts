export interface FoundPassage {
  readonly documentId: string
  readonly documentName: string
  /** `page 3`, the headings above it, or `''`. */
  readonly place: string
  readonly text: string
}
