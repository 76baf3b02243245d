import { derivedId } from '../../platform/clock.ts'
import type { ProofPart } from './proof-entity.ts'

/** Returns the conversations of simulated customers: all first runs, then all second ones. Their ids derive from the proof. */
export function partsOfCustomers(
  proofId: string,
  { customers, runs }: { readonly customers: readonly unknown[]; readonly runs: number },
): ProofPart[] {
  return Array.from({ length: runs }, (_, index) => index + 1).flatMap((run) =>
    customers.map((_, customer) => ({
      conversationId: derivedId('simulated customer', proofId, String(customer), String(run)),
      customer,
      run,
    })),
  )
}

/** Returns the part that follows a part, or undefined after the last one. Each of `parallel` chains plays every n-th part. */
export function followingPart(index: number, parallel: number, total: number): number | undefined {
  const next = index + parallel
  return next < total ? next : undefined
}
