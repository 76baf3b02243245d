/** A page in the shape of real ones, with what its visitors can read. */
export interface TestPage {
  readonly html: string
  /** Words that follow each other on the page. Marks and white space between them do not count. */
  readonly facts: readonly string[]
  /** What visitors never see. */
  readonly unseen?: readonly string[]
}
