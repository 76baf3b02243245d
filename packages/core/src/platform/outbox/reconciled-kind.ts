import type { EpochMs } from '@replywright/contract/time.ts'
import type { Out } from './out.ts'

/** Work that was due before `dueBefore` is overdue. */
export interface ReconcileTimes {
  readonly now: EpochMs
  readonly dueBefore: EpochMs
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

interface KindOf<Item> extends Omit<ReconciledKind, 'overdue'> {
  /** Reads a stored item of the entity. */
  parse(stored: Record<string, unknown>): { readonly data: Item | null }
  /** Returns the message to send for an item if it is overdue. */
  overdue(item: Item, times: ReconcileTimes): Out | undefined | Promise<Out | undefined>
}

/** Builds a kind whose stored items are parsed before it is decided whether they are overdue. */
export function reconciledKind<Item>({ parse, overdue, ...kind }: KindOf<Item>): ReconciledKind {
  return {
    ...kind,
    overdue(stored, times) {
      const { data } = parse({ ...stored })
      return data ? overdue(data, times) : undefined
    },
  }
}
