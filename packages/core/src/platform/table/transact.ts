import {
  type CommittedTransactionResult,
  createWriteTransaction,
  type TransactWriteFunction,
  type TransactWriteItem,
} from 'electrodb'
import { conflict, InternalError } from '../errors.ts'

type Entities = Parameters<typeof createWriteTransaction>[0]

/** Writes what `build` returns in one transaction. Returns whether it was written, or false if a condition failed. */
export async function transact<
  E extends Entities,
  T,
  R extends readonly CommittedTransactionResult<T, TransactWriteItem>[],
>(entities: E, build: TransactWriteFunction<E, T, R>): Promise<boolean> {
  const refused = await refusals(entities, build)
  return refused.length === 0
}

/**
 * Writes what `build` returns in one transaction. Returns the indexes of the operations whose conditions failed; empty
 * if it was written. The table's client has already retried conflicts with other transactions.
 * @throws Error if it was cancelled for another reason than a condition
 */
export async function refusals<
  E extends Entities,
  T,
  R extends readonly CommittedTransactionResult<T, TransactWriteItem>[],
>(entities: E, build: TransactWriteFunction<E, T, R>): Promise<number[]> {
  return refusedIn(await createWriteTransaction(entities, build).go())
}

/** ElectroDB's result of a transaction. ElectroDB does not throw if the transaction was cancelled. */
interface TransactionResult {
  readonly canceled: boolean
  readonly data: readonly { readonly rejected: boolean; readonly code?: string | undefined }[]
}

/** Returns the indexes of the operations whose conditions failed. @throws Error if it was cancelled for another reason */
export function refusedIn({ canceled, data }: TransactionResult): number[] {
  if (!canceled) return []
  const codes = data.map(({ code }) => code)
  const refused = codes.flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []))
  if (refused.length === 0) throw new InternalError(`transaction cancelled: ${codes.join(', ')}`)
  return refused
}

/** The usual number of runs: changes by people, which seldom meet. */
export const CONFLICT_TRIES = 5

/**
 * Runs `attempt` until it returns a result. Each run decides from what is stored now, and returns undefined if another
 * write came first.
 * @throws ServiceError 409 with `message` after `tries` runs
 */
export async function retryConflict<Result>(
  tries: number,
  message: string,
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  for (let run = 1; run <= tries; run++) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw conflict('changed_concurrently', message)
}
