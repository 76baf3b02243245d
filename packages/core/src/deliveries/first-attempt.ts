import type { DeliveryReference } from '@messaging/contract/queues.ts'
import type { Receipt } from '../platform/queues/consume.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { FIRST_SHARD } from './shards.ts'

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
