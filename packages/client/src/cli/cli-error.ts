/** An error with a message for the user, in one line unless it ends with a list. */
export class CliError extends Error {
  override readonly name = 'CliError'
  /** 2 for wrong arguments, 1 for other errors. */
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
