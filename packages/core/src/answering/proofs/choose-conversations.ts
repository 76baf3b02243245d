import type { ProofInput } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'

/** A conversation in which an agent took part in a period. */
export interface Candidate {
  readonly id: string
  /** The time of the last turn in the period. */
  readonly lastAt: EpochMs
  readonly handedOver: boolean
  readonly failed: boolean
  readonly unhappy: boolean
  readonly microUsd: number
}

export type Filter = Extract<ProofInput, { kind: 'replay' }>['filter']

/** Returns the ids of the conversations that pass a filter, the latest first; with `expensive` the most expensive first. */
export function chooseConversations(candidates: readonly Candidate[], filter: Filter, limit: number): string[] {
  return filtered(candidates, filter)
    .slice(0, limit)
    .map(({ id }) => id)
}

function filtered(candidates: readonly Candidate[], filter: Filter): Candidate[] {
  const latest = candidates.toSorted((a, b) => b.lastAt - a.lastAt)
  switch (filter) {
    case undefined:
      return latest
    case 'handed_over':
      return latest.filter(({ handedOver }) => handedOver)
    case 'failed':
      return latest.filter(({ failed }) => failed)
    case 'unhappy':
      return latest.filter(({ unhappy }) => unhappy)
    case 'expensive': {
      const byPrice = latest.toSorted((a, b) => b.microUsd - a.microUsd)
      return byPrice.slice(0, Math.ceil(byPrice.length / 2))
    }
  }
}
