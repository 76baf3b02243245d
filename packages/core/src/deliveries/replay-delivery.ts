import type { ReplayedDelivery } from '@messaging/contract/webhook-deliveries.ts'
import { validate as isUuid } from 'uuid'
import { isoTime, newId } from '../clock.ts'
import { notFound } from '../errors.ts'
import { log } from '../log.ts'
import { listWebhooks } from '../webhooks/get-webhook.ts'
import { DELIVERY_SHARD, DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { newDelivery, readPayload, writeDelivery } from './new-delivery.ts'

/**
 * `POST /webhook-deliveries/{id}/replay/`: sends a fresh copy of a delivery, the same bytes under a new id. 404 for an
 * unknown, expired or foreign delivery.
 */
export async function replayDelivery(organizationId: string, id: string, now: number): Promise<ReplayedDelivery> {
  const origin = await findDelivery(organizationId, id, now)
  if (!origin) throw notFound('delivery')
  const { webhookId, event } = origin
  const copy = newDelivery({
    id: newId(),
    organizationId,
    webhookId,
    event,
    payload: await readPayload(origin),
    at: now,
    originId: origin.id,
  })
  await writeDelivery(copy)
  log('delivery.replayed', { organizationId, webhookId, deliveryId: copy.delivery.id, originId: origin.id })
  return { id: copy.delivery.id, originId: origin.id, webhookId, event, status: 'pending', createdAt: isoTime(now) }
}

/** A delivery by its id alone: looked for among the organisation's webhooks, so that another organisation's is not found. */
async function findDelivery(organizationId: string, id: string, now: number): Promise<DeliveryItem | undefined> {
  if (!isUuid(id)) return undefined
  const webhooks = await listWebhooks(organizationId)
  if (webhooks.length === 0) return undefined
  const keys = webhooks.map((webhook) => ({ webhookId: webhook.id, shard: DELIVERY_SHARD, id }))
  const { data } = await DeliveryEntity.get(keys).go({ consistent: true })
  return data.find(({ expiresAt }) => expiresAt > now / 1000)
}
