import { DELIVERY_SHARD, DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'

/** The timeout of the function that makes attempts: after it the worker that took a lease has ended. */
export const LEASE_MILLISECONDS = 30_000

/** What an attempt writes into its delivery before it is made. */
export interface Lease {
  readonly leaseUntil: number
  readonly carrier: string
}

/** The lease that a message takes at `now` (milliseconds). */
export function leaseOf(messageId: string, now: number): Lease {
  return { leaseUntil: now + LEASE_MILLISECONDS, carrier: messageId }
}

/**
 * Takes the lease of a delivery that is due, unless another worker has it. The message then carries the delivery. Returns the delivery as stored and whether the attempt was taken; no delivery if there is none.
 */
export async function takeLease(
  webhookId: string,
  id: string,
  lease: Lease,
  now: number,
): Promise<{ taken: boolean; delivery: DeliveryItem | null }> {
  const written = await DeliveryEntity.patch({ webhookId, shard: DELIVERY_SHARD, id })
    .set(lease)
    .where(({ status, leaseUntil, nextAttemptAt }, { eq, lte, notExists }) =>
      [
        eq(status, 'pending'),
        `(${notExists(leaseUntil)} OR ${lte(leaseUntil, now)})`,
        `(${notExists(nextAttemptAt)} OR ${lte(nextAttemptAt, now)})`,
      ].join(' AND '),
    )
    .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
  return { taken: !written.rejected || holdsLease(written.data, lease), delivery: written.data }
}

/** Whether a refused write of a lease was only repeated: the SDK retries a write whose response was lost. */
export function holdsLease(stored: DeliveryItem | null, { leaseUntil, carrier }: Lease): boolean {
  return stored?.status === 'pending' && stored.leaseUntil === leaseUntil && stored.carrier === carrier
}
