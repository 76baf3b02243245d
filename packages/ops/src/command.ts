import type { ParseArgsOptionsConfig } from 'node:util'

export type Row = Readonly<Record<string, string | number | boolean>>

/** One command for operators: what it is called, what it takes, and what it does. */
export interface Command {
  /** As it is typed, for example `api-key create`. */
  readonly name: string
  readonly summary: string
  /** Options that must be given. */
  readonly required: readonly string[]
  readonly options: ParseArgsOptionsConfig
  /** Secrets that it needs, taken from these variables or asked for: none is ever an argument. */
  readonly secrets: readonly string[]
  run(input: { readonly [name: string]: string }, now: number): Promise<Row>
}
