import type { ParseArgsOptionsConfig } from 'node:util'
import type { Clock } from '@messaging/core/platform/clock.ts'
import type { Report } from './report.ts'
import type { Progress } from './terminal/progress.ts'

/** Options that were given as text, by name. */
export type Input = Readonly<Record<string, string>>

/** What a command works with. */
export interface Session {
  /** When it began, in milliseconds. */
  readonly now: number
  readonly clock: Clock
  /** Outputs of the deployment's stacks. */
  readonly outputs: Readonly<Record<string, string>>
  /** Options without a value that were given. */
  readonly flags: ReadonlySet<string>
  /** Set when the operator presses Ctrl-C; a command that never looks at it ends at once. */
  readonly interrupted: () => AbortSignal
  progress(label: string): Progress
  /** @throws Error when the answer is not yes, or nobody can be asked and `--yes` was not given */
  confirm(question: string): Promise<void>
}

/** Headings of the list of commands, in its order. */
export const GROUPS = ['Look', 'Mend', 'Set up'] as const

/** One command for operators: what it is called, what it takes, and what it does. */
export interface Command {
  readonly group: (typeof GROUPS)[number]
  /** As it is typed, for example `api-key create`. */
  readonly name: string
  readonly summary: string
  /** Options that must be given. */
  readonly required: readonly string[]
  readonly options: ParseArgsOptionsConfig
  /** The option that words without a name are for. */
  readonly positional?: string
  /** How its further options are used, as the list of commands shows it. */
  readonly usage?: string
  /** Secrets that it needs, taken from these variables or asked for: none is ever an argument. */
  readonly secrets?: readonly string[]
  /** Whether the stage's stacks must be there. @default true */
  readonly needsStacks?: boolean
  run(input: Input, session: Session): Promise<Report>
}

export const TEXT = { type: 'string' } as const
export const FLAG = { type: 'boolean' } as const
