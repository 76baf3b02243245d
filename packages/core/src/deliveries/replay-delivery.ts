import type { ReplayedDelivery } from '@messaging/contract/webhook-deliveries.ts'
import { createWriteTransaction } from 'electrodb'
import { isoTime, newId, timeOfId } from '../platform/clock.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { transact } from '../platform/table/transact.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { findDelivery } from './get-delivery.ts'
import { replayedOf } from './index-range.ts'
import { copyDelivery, type NewDelivery, writeDelivery, writePayload } from './new-delivery.ts'
import type { WebhookItem } from './webhooks/webhook-entity.ts'

/**
 * `POST /webhook-deliveries/{id}/replay/`: sends the same bytes under a new id, once for each `copyId`, which sorts by
 * time. Throws 404 for an unknown, expired or foreign delivery, and 409 if its webhook was deleted or is disabled and
 * there is no copy yet.
 */
export async function replayDelivery(
  organizationId: string,
  id: string,
  now: number,
  copyId: string = newId(),
): Promise<ReplayedDelivery> {
  const found = await findDelivery(organizationId, id, now)
  if (!found) throw notFound('delivery')
  const refusal = replayRefusal(found.webhook)
  if (!refusal) return await replayFound(organizationId, found.delivery, copyId)
  // The request may repeat one that was interrupted after it had written the copy.
  const made = await findDelivery(organizationId, copyId, now)
  if (made) return copyView(made.delivery, id)
  throw conflict(
    refusal,
    refusal === 'webhook_deleted'
      ? 'The webhook of this delivery was deleted, so nothing can be sent to it.'
      : `The webhook is disabled, so the replay would fail. Enable it first: POST /api/v1/webhooks/${found.webhook.id}/enable/.`,
  )
}

function copyView(
  {
    id,
    webhookId,
    event,
    status,
    createdAt,
  }: Pick<DeliveryItem, 'id' | 'webhookId' | 'event' | 'status' | 'createdAt'>,
  originId: string,
): ReplayedDelivery {
  return { id, originId, webhookId, event, status, createdAt: isoTime(createdAt) }
}

/** Returns why the deliveries of a webhook cannot be replayed; null if they can. */
export function replayRefusal({ enabled, deletedAt }: WebhookItem): 'webhook_deleted' | 'webhook_disabled' | null {
  if (deletedAt !== undefined) return 'webhook_deleted'
  return enabled ? null : 'webhook_disabled'
}

/** Sends a copy of a delivery of the organisation, once for each `copyId`. */
export async function replayFound(
  organizationId: string,
  origin: DeliveryItem,
  copyId: string,
): Promise<ReplayedDelivery> {
  const { webhookId } = origin
  const copy = await copyDelivery(origin, { id: copyId, organizationId, at: timeOfId(copyId) })
  if (origin.status !== 'failed' || !(await writeWithMark(origin, copy))) await writeDelivery(copy)
  const facts = { organizationId, webhookId, deliveryId: copy.delivery.id, originId: origin.id }
  log('delivery.replayed', facts, { Replays: 1 })
  return copyView(copy.delivery, origin.id)
}

/** Writes the copy of a failed delivery and marks the delivery as replayed. Returns false if it is no longer failed. */
async function writeWithMark({ webhookId, shard, id }: DeliveryItem, copy: NewDelivery): Promise<boolean> {
  await writePayload(copy)
  const transaction = createWriteTransaction({ deliveries: DeliveryEntity }, ({ deliveries }) => [
    deliveries
      .patch({ webhookId, shard, id })
      .set({ replayedAs: copy.delivery.id, failedIn: replayedOf(webhookId) })
      .remove(['changedFrom'])
      .where(({ status }, { eq }) => eq(status, 'failed'))
      .commit(),
    deliveries.create(copy.delivery).commit(),
  ])
  return await transact(() => transaction.go())
}
