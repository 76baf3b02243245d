import manifest from '../../package.json' with { type: 'json' }
import type { Timing } from '../timing.ts'

/** What a command uses of its process. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes a line to the standard output. */
  readonly out: (line: string) => void
  /** Writes a line to the standard error. */
  readonly err: (line: string) => void
  /** Is aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly timing: Timing
  /** Characters of a line of the terminal. Absent if the output goes to a file or a program. */
  readonly width?: number
}

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string
  readonly help: () => string
  /** Returns the exit code. @throws CliError */
  readonly run: (args: readonly string[], io: Io) => Promise<number>
}

/** An error with a message for the user, in one line unless it ends with a list. */
export class CliError extends Error {
  override readonly name = 'CliError'
  /** 2 for wrong arguments, 1 for other errors. */
  readonly exitCode: 1 | 2
  /** The status of the API's response, if it is an error of the API. */
  readonly status: number | undefined

  constructor(message: string, exitCode: 1 | 2 = 1, status?: number) {
    super(message)
    this.exitCode = exitCode
    this.status = status
  }
}

/** The version of this package. */
export const VERSION = manifest.version
