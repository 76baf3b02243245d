import { setTimeout } from 'node:timers/promises'

/** What ElectroDB answers for a transaction: nothing is thrown when it was cancelled. */
interface TransactionResult {
  readonly canceled: boolean
  readonly data: readonly { readonly rejected: boolean; readonly code?: string }[]
}

const TRIES = 5
const FIRST_PAUSE_MILLISECONDS = 25

/**
 * Runs a transaction, and again after a moment when another one held an item of it, which the SDK does not do. Answers
 * whether it was written: false when a condition refused it.
 */
export async function transact(run: () => Promise<TransactionResult>): Promise<boolean> {
  return (await refusals(run)).length === 0
}

/** As `transact`; answers the places of the operations whose conditions refused it: none when it was written. */
export async function refusals(run: () => Promise<TransactionResult>): Promise<number[]> {
  for (let tries = 1; ; tries++) {
    const { canceled, data } = await run()
    if (!canceled) return []
    const codes = data.map(({ code }) => code)
    const refused = codes.flatMap((code, place) => (code === 'ConditionalCheckFailed' ? [place] : []))
    if (refused.length > 0) return refused
    if (tries === TRIES) throw new Error(`transaction cancelled: ${codes.join(', ')}`)
    await setTimeout(Math.random() * FIRST_PAUSE_MILLISECONDS * 2 ** tries)
  }
}
