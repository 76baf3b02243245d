import type { ParseArgsOptionsConfig } from 'node:util'
import type { Audit } from '@replywright/contract/audit.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Clock } from '@replywright/core/platform/clock.ts'
import type { Report } from './report.ts'
import type { Progress } from './terminal/progress.ts'

/** Text options of the command line, by name. */
export type Input = Readonly<Record<string, string>>

export interface Session {
  /** Start time. */
  readonly now: EpochMs
  readonly clock: Clock
  /** Outputs of the deployment's stacks. */
  readonly outputs: Readonly<Record<string, string>>
  /** Options without a value on the command line. */
  readonly flags: ReadonlySet<string>
  /** Returns a signal that Ctrl-C aborts. Without a call, Ctrl-C ends the process immediately. */
  readonly interrupted: () => AbortSignal
  progress(label: string): Progress
  /** @throws ServiceError if the operator does not confirm, or if there is no terminal and no `--yes` */
  confirm(question: string): Promise<void>
}

/** Headings of the list of commands, in order. */
export const GROUPS = ['Inspect', 'Repair', 'Set up'] as const

export interface Command {
  readonly group: (typeof GROUPS)[number]
  /** For example `api-key create`. */
  readonly name: string
  readonly summary: string
  readonly required: readonly string[]
  readonly options: ParseArgsOptionsConfig
  /** The option that arguments without an option name set. */
  readonly positional?: string
  /** Usage of the optional options, for the list of commands. */
  readonly usage?: string
  /** Options of the example in the help, besides the required ones. */
  readonly example?: readonly string[]
  /** Required secrets, read from these variables or from a prompt, never from arguments. */
  readonly secrets?: readonly string[]
  /** Its entry in the audit log of `--organization`, and the options with the id and the name of the object. */
  readonly audit?: Pick<Audit, 'action' | 'object'> & { readonly id?: string; readonly name?: string }
  /** Whether the stage's stacks must exist. @default true */
  readonly needsStacks?: boolean
  run(input: Input, session: Session): Promise<Report>
}

export const TEXT = { type: 'string' } as const
export const FLAG = { type: 'boolean' } as const
