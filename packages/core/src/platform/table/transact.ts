import { InternalError } from '../errors.ts'

/** ElectroDB's result of a transaction. ElectroDB does not throw if the transaction was cancelled. */
export interface TransactionResult {
  readonly canceled: boolean
  readonly data: readonly { readonly rejected: boolean; readonly code?: string }[]
}

/** Runs a transaction. Returns whether it was written, or false if a condition failed. */
export async function transact(run: () => Promise<TransactionResult>): Promise<boolean> {
  return (await refusals(run)).length === 0
}

/**
 * Runs a transaction. Returns the indexes of the operations whose conditions failed; empty if it was written. The
 * table's client has already retried conflicts with other transactions.
 * @throws Error if it was cancelled for another reason than a condition
 */
export async function refusals(run: () => Promise<TransactionResult>): Promise<number[]> {
  const { canceled, data } = await run()
  if (!canceled) return []
  const codes = data.map(({ code }) => code)
  const refused = codes.flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []))
  if (refused.length === 0) throw new InternalError(`transaction cancelled: ${codes.join(', ')}`)
  return refused
}
