import * as v from 'valibot'
import {
  DeliveryEntity,
  type DeliveryItem,
  DeliveryPayloadEntity,
} from '../../deliveries/deliveries/delivery-entity.ts'
import { allShards, FIRST_SHARD } from '../../deliveries/deliveries/shards.ts'
import { listWebhooksWithLog } from '../../deliveries/webhooks/get-webhook.ts'
import type { WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { parseJson } from '../../platform/json.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import type { Customer } from './find-customer.ts'

const PAGE = 100
const Payload = v.object({ conversationId: v.string(), contact: v.object({ phoneNumber: v.string() }) })

/** A delivery that contains data of the customer. */
export interface CustomerDelivery {
  readonly delivery: DeliveryItem
  readonly payload: string
}

interface DeliveryPage {
  readonly found: readonly CustomerDelivery[]
  /** Null after the last delivery of the last webhook. `id` names a shard of a webhook's log. */
  readonly next: { readonly id: string; readonly cursor?: string } | null
}

/** Reads 100 deliveries of a webhook, and returns those of the customer. Webhooks are read one after the other. */
export async function readDeliveries(
  { organizationId, name, places }: Customer,
  { id, cursor }: { readonly id?: string; readonly cursor?: string },
): Promise<DeliveryPage> {
  const logs = (await listWebhooksWithLog(organizationId)).flatMap(logsOf).toSorted()
  const log = logs.find((each) => id === undefined || each >= id)
  if (log === undefined) return { found: [], next: null }
  const [webhookId = '', shard = FIRST_SHARD] = log.split('#')
  const page = await DeliveryEntity.query
    .byId({ webhookId, shard })
    .go({ limit: PAGE, order: 'desc', consistent: true, cursor: log === id ? cursor : undefined })
  const apart = await batchGet(
    page.data.flatMap((delivery) => (delivery.payload === undefined ? [{ webhookId, deliveryId: delivery.id }] : [])),
    (keys) => DeliveryPayloadEntity.get(keys).go({ consistent: true }),
  )
  const payloads = new Map(apart.map(({ deliveryId, payload }) => [deliveryId, payload]))
  const ids = new Set(places.map((place) => place.id))
  const found = page.data.flatMap((delivery) => {
    const payload = delivery.payload ?? payloads.get(delivery.id) ?? ''
    const read = v.safeParse(Payload, parseJson(payload)?.value)
    if (!read.success) return []
    const { conversationId, contact } = read.output
    return ids.has(conversationId) || contact.phoneNumber === `+${name}` ? [{ delivery, payload }] : []
  })
  if (page.cursor !== null) return { found, next: { id: log, cursor: page.cursor } }
  const following = logs[logs.indexOf(log) + 1]
  return { found, next: following === undefined ? null : { id: following } }
}

/** Returns the shards of a webhook's log: the first one as the webhook's id, others as `<id>#<shard>`. */
function logsOf(webhook: WebhookItem): string[] {
  return allShards(webhook).map((shard) => (shard === FIRST_SHARD ? webhook.id : `${webhook.id}#${shard}`))
}

/** Deletes a delivery with its payload and attempts. A pending one is not sent any more. Idempotent. */
export async function eraseDelivery({ webhookId, shard, id }: DeliveryItem): Promise<void> {
  await DeliveryPayloadEntity.delete({ webhookId, deliveryId: id }).go()
  await DeliveryEntity.delete({ webhookId, shard, id }).go()
}
