import { InternalError } from '../../platform/errors.ts'

/** Why a document's status is `error`, as text for its owner. */
export const DOCUMENT_PROBLEMS = {
  never_arrived: 'The file was announced but not uploaded. Announce it again, then upload it within 15 minutes.',
  too_large: 'The file is larger than 20 MB. Split it.',
  empty: 'The file is empty.',
  no_text: 'The file has no text. A scan needs text recognition first.',
  over_limit:
    'The pages of the file are pictures, and were not read because a monthly limit is used up. When the limit allows it, delete the document and upload the file again.',
  model_down:
    'The pages of the file are pictures, and were not read because the model did not respond. Delete the document and upload the file again later.',
  not_text: 'The file is not a text file: it contains binary data.',
  unknown_encoding:
    'The encoding of the characters is not known. Choose the encoding, or save the file as UTF-8 and upload it again.',
  unreadable_fonts:
    'The file does not say which characters its fonts have. Print it to a PDF again from the program that made it, or save it as docx.',
  encrypted:
    'The file has a password, or it is an old .doc, .xls or .ppt file. Save it without a password, as docx, xlsx, pptx or pdf.',
  damaged: 'The file cannot be opened: it is damaged, or its type does not match its name.',
  inflated: 'The unpacked file is too large. Remove its pictures, or split it.',
  too_long: 'The file has more than 5 million characters of text. Split it.',
  too_much:
    'The documents of the agent have more than 50 million characters of text together. Delete others, then upload it again.',
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

/** The codes of the problems. */
export const PROBLEM_CODES: readonly DocumentProblem[] = Object.keys(DOCUMENT_PROBLEMS).filter((code) =>
  isProblem(code),
)

function isProblem(code: string): code is DocumentProblem {
  return code in DOCUMENT_PROBLEMS
}
