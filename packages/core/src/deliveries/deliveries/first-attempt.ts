import type { DeliveryReference } from '@messaging/contract/queues.ts'
import type { Receipt } from '../../platform/queues/consume.ts'
import { DELIVERY_SHARD, DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'

/**
 * Returns a delivery whose first attempt can be made without a lease, which saves a write; otherwise undefined. Only a message
 * that is received for the first time makes such an attempt: after a crash it is received again and takes the lease. The read may
 * be stale, because the record of the attempt decides: it is conditional on the attempt count. A copy of the message that is
 * received while the attempt is under way makes a second one, which delivering at least once permits; both are recorded.
 */
export async function findFirstAttempt(
  { webhookId, deliveryId }: DeliveryReference,
  { receiveCount }: Receipt,
): Promise<DeliveryItem | undefined> {
  if (receiveCount !== 1) return undefined
  const { data } = await DeliveryEntity.get({ webhookId, shard: DELIVERY_SHARD, id: deliveryId }).go()
  return data && isUnattempted(data) ? data : undefined
}

/** Whether no attempt of a delivery is recorded, and no worker has the lease of one: its first may be under way. */
export function isUnattempted({
  status,
  attemptCount,
  leaseUntil,
}: Pick<DeliveryItem, 'status' | 'attemptCount' | 'leaseUntil'>): boolean {
  return status === 'pending' && attemptCount === 0 && leaseUntil === undefined
}
