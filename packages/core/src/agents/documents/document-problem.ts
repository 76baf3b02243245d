/** Why a document's status is `error`, in words for whoever uploaded it. */
export const DOCUMENT_PROBLEMS = {
  never_arrived: 'The file was announced and never arrived. Announce it again, then send it within 15 minutes.',
  too_large: 'The file is larger than 20 MB.',
  empty: 'There is nothing in the file.',
  no_text: 'There is no text in the file. A scan needs text recognition first.',
  not_text: 'The file is not what its kind says: there are bytes in it that are no text.',
  encrypted:
    'The file is protected with a password, or it is an old .doc file. Save it again without one, as docx or pdf.',
  damaged: 'The file cannot be opened: it is damaged, or not of the kind that its name says.',
  inflated: 'The file unpacks to more than can be read. Take the pictures out of it, or split it.',
  too_long: 'The file has more than 5 million characters of text. Split it.',
  too_intricate: 'The file takes too long to read. Save it again in a simpler form, or as plain text.',
} as const

export type DocumentProblem = keyof typeof DOCUMENT_PROBLEMS

/** A file has no text to be had, for a reason that its owner can be told. */
export class UnreadableError extends Error {
  override name = 'UnreadableError'
  readonly problem: DocumentProblem
  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
