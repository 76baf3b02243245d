import type { DeliveryReference } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Receipt } from '../../platform/queues/consume.ts'
import { isUnclaimed, type WrittenOnce, writeOnce } from '../../platform/table/write-once.ts'
import { DeliveryEntity, type DeliveryItem } from '../delivery-entity.ts'
import { FIRST_SHARD } from '../shards.ts'

/** The timeout of the function that makes attempts: after it, the worker with the lease has ended. */
export const LEASE_MILLISECONDS = 30_000

/** What a worker writes into a delivery before its attempt. */
export interface Lease {
  readonly leaseUntil: EpochMs
  readonly carrier: string
}

/** Returns the lease of a message at `now`. */
export function leaseOf(messageId: string, now: EpochMs): Lease {
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
  { now, afterAttempt = 0 }: { readonly now: EpochMs; readonly afterAttempt?: number | undefined },
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

/**
 * Returns a delivery whose first attempt needs no lease, which saves a write; otherwise undefined. Only a message that
 * is received for the first time qualifies: after a crash the message is received again and acquires the lease. The read
 * may be stale, because the record of the attempt is conditional on the attempt count. If a copy of the message is
 * received during the attempt, a second attempt is made. At-least-once delivery permits that, and both are recorded.
 */
export async function findFirstAttempt(
  { webhookId, shard = FIRST_SHARD, deliveryId }: DeliveryReference,
  { receiveCount, afterAttempt, isRepeat }: Receipt,
): Promise<DeliveryItem | undefined> {
  if (receiveCount !== 1 || afterAttempt !== undefined || isRepeat) return undefined
  const { data } = await DeliveryEntity.get({ webhookId, shard, id: deliveryId }).go()
  return data && isUnattempted(data) ? data : undefined
}

/** Returns whether a delivery has no recorded attempt and no lease. Its first attempt may be running. */
export function isUnattempted({
  status,
  attemptCount,
  leaseUntil,
}: Pick<DeliveryItem, 'status' | 'attemptCount' | 'leaseUntil'>): boolean {
  return status === 'pending' && attemptCount === 0 && leaseUntil === undefined
}
