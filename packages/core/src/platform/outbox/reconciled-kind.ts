import type { Out } from './out.ts'

/** Times in milliseconds. Work that was due before `dueBefore` is overdue. */
export interface ReconcileTimes {
  readonly now: number
  readonly dueBefore: number
}

/** A kind of item that waits for a message. Its layer declares it, and reconciliation sends the messages again. */
export interface ReconciledKind {
  /** The plural name in reports. */
  readonly name: string
  /** The entity's name, stored in its items. */
  readonly entity: string
  /** An additional filter expression of DynamoDB, for example on the attribute `#s`. */
  readonly filter: string
  /** The values of `filter`. Their names differ from those of other kinds. */
  readonly values: Readonly<Record<string, string | number>>
  /** Stored names of the attributes that `filter` and `overdue` use. */
  readonly attributes: readonly string[]
  /** Returns the message to send for a stored item if it is overdue. */
  overdue(stored: Readonly<Record<string, unknown>>, times: ReconcileTimes): Out | undefined | Promise<Out | undefined>
}
