import { InternalError } from '../../platform/errors.ts'
/** Why a document's status is `error`, as text for its owner. */
export const DOCUMENT_PROBLEMS = {
  never_arrived: 'The file was announced but not uploaded. Announce it again, then upload it within 15 minutes.',
  too_large: 'The file is larger than 20 MB. Split it.',
  empty: 'The file is empty.',
  no_text: 'The file has no text. A scan needs text recognition first.',
  not_text: 'The file is not a text file: it contains binary data.',
  encrypted: 'The file has a password, or it is an old .doc file. Save it without a password, as docx or pdf.',
  damaged: 'The file cannot be opened: it is damaged, or its type does not match its name.',
  inflated: 'The unpacked file is too large. Remove its pictures, or split it.',
  too_long: 'The file has more than 5 million characters of text. Split it.',
  too_intricate: 'The file takes too long to read. Save it in a simpler form, or as plain text.',
} as const

export type DocumentProblem = keyof typeof DOCUMENT_PROBLEMS

/** Thrown for a file that cannot be read, with a reason for its owner. */
export class UnreadableError extends InternalError {
  override name = 'UnreadableError'
  readonly problem: DocumentProblem
  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
