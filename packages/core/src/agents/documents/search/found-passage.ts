export interface FoundPassage {
  readonly documentId: string
  readonly documentName: string
  /** The URL of a page that the agent names in its answers. */
  readonly url?: string
  /** `page 3`, the headings above it, or `''`. */
  readonly place: string
  readonly text: string
}
