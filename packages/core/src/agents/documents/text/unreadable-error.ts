import type { DocumentProblem } from '../document-problem.ts'

/** A file has no text to be had, for a reason that its owner can be told. */
export class UnreadableError extends Error {
  override name = 'UnreadableError'
  readonly problem: DocumentProblem
  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
