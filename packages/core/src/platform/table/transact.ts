/** What ElectroDB returns for a transaction: it throws nothing when the transaction was cancelled. */
interface TransactionResult {
  readonly canceled: boolean
  readonly data: readonly { readonly rejected: boolean; readonly code?: string }[]
}

/** Runs a transaction. Returns whether it was written: false when a condition refused it. */
export async function transact(run: () => Promise<TransactionResult>): Promise<boolean> {
  return (await refusals(run)).length === 0
}

/**
 * As `transact`; returns the places of the operations whose conditions refused it, empty when it was written. The table's
 * client has retried conflicts with other transactions.
 *
 * @throws Error when it was cancelled for another reason than a condition
 */
export async function refusals(run: () => Promise<TransactionResult>): Promise<number[]> {
  const { canceled, data } = await run()
  if (!canceled) return []
  const codes = data.map(({ code }) => code)
  const refused = codes.flatMap((code, place) => (code === 'ConditionalCheckFailed' ? [place] : []))
  if (refused.length === 0) throw new Error(`transaction cancelled: ${codes.join(', ')}`)
  return refused
}
