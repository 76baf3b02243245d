import { validate as isUuid } from 'uuid'
import { isLive } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { getPayload } from './new-delivery.ts'
import { shardsOfId } from './shards.ts'
import { listWebhooksWithLog } from './webhooks/get-webhook.ts'
import type { WebhookItem } from './webhooks/webhook-entity.ts'

export interface WholeDelivery {
  readonly delivery: DeliveryItem
  readonly webhook: WebhookItem
  /** The exact request body. */
  readonly payload: string
}

/**
 * Returns a delivery with webhook, payload and attempts, with strongly consistent reads. `now` in milliseconds.
 * @throws ServiceError 404 for an unknown, expired or foreign delivery
 */
export async function getDelivery(organizationId: string, id: string, now: number): Promise<WholeDelivery> {
  const found = await findDelivery(organizationId, id, now)
  if (!found) throw notFound('delivery')
  return { ...found, payload: await getPayload(found.delivery) }
}

/** Returns a delivery by id. Only the organisation's webhooks are searched, so a foreign delivery is not found. */
export async function findDelivery(
  organizationId: string,
  id: string,
  now: number,
): Promise<Omit<WholeDelivery, 'payload'> | undefined> {
  if (!isUuid(id)) return undefined
  const webhooks = await listWebhooksWithLog(organizationId)
  if (webhooks.length === 0) return undefined
  const keys = webhooks.flatMap((webhook) =>
    shardsOfId(id, webhook.shards).map((shard) => ({ webhookId: webhook.id, shard, id })),
  )
  const deliveries = await batchGet(keys, (some) => DeliveryEntity.get(some).go({ consistent: true }))
  const delivery = deliveries.find((one) => isLive(one, now))
  const webhook = webhooks.find((one) => one.id === delivery?.webhookId)
  return delivery && webhook && { delivery, webhook }
}
