import type { DeliveryReference } from '@messaging/contract/queues.ts'
import { isUnclaimed } from '../platform/table/claim.ts'
import { type WrittenOnce, writeOnce } from '../platform/table/write-once.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { FIRST_SHARD } from './shards.ts'

/** The timeout of the function that makes attempts: after it, the worker with the lease has ended. */
export const LEASE_MILLISECONDS = 30_000

/** What a worker writes into a delivery before its attempt. */
export interface Lease {
  readonly leaseUntil: number
  readonly carrier: string
}

/** Returns the lease of a message at `now` (milliseconds). */
export function leaseOf(messageId: string, now: number): Lease {
  return { leaseUntil: now + LEASE_MILLISECONDS, carrier: messageId }
}

/**
 * Acquires the lease of a due delivery unless another worker holds it. The message then carries the delivery. The retry
 * of an attempt that was not recorded cannot. Returns the stored delivery, or null if it does not exist, and whether
 * the lease was acquired.
 */
export async function acquireLease(
  { webhookId, shard = FIRST_SHARD, deliveryId: id }: DeliveryReference,
  lease: Lease,
  { now, afterAttempt = 0 }: { readonly now: number; readonly afterAttempt?: number | undefined },
): Promise<WrittenOnce<DeliveryItem>> {
  const write = DeliveryEntity.patch({ webhookId, shard, id })
    .set(lease)
    .remove(['changedFrom'])
    .where(({ status, leaseUntil, nextAttemptAt, attemptCount }, operations) =>
      [
        operations.eq(status, 'pending'),
        operations.gte(attemptCount, afterAttempt),
        isUnclaimed(leaseUntil, now, operations),
        `(${operations.notExists(nextAttemptAt)} OR ${operations.lte(nextAttemptAt, now)})`,
      ].join(' AND '),
    )
    .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
  return await writeOnce(write, (stored) => holdsLease(stored, lease))
}

/** Returns whether a delivery has a lease. A message received twice in one millisecond has the same one twice. */
export function holdsLease(stored: DeliveryItem, { leaseUntil, carrier }: Lease): boolean {
  return stored.status === 'pending' && stored.leaseUntil === leaseUntil && stored.carrier === carrier
}
