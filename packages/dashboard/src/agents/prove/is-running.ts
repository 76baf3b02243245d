import type { ProofSummary } from '@replywright/contract/proofs.ts'

/** Returns whether a proof has not ended. */
export function isRunning({ state }: Pick<ProofSummary, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}
