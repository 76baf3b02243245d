import { MAX_DELIVERY_DAYS } from '@replywright/contract/retention.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { deliveriesOf } from '../../conversations/messages/message-ids.ts'
import {
  DeliveryEntity,
  type DeliveryItem,
  DeliveryPayloadEntity,
  type DeliveryPayloadItem,
} from '../../deliveries/delivery-entity.ts'
import { firstIdAt } from '../../deliveries/index-range.ts'
import { FIRST_SHARD, shardsOfId } from '../../deliveries/shards.ts'
import { listWebhooksWithLog } from '../../deliveries/webhooks/webhook-entity.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { rethrowReadError } from '../../platform/paging/page.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { transact } from '../../platform/table/transact.ts'

const PAGE = 100

/** DynamoDB deletes expired items within two days. */
const KEPT_DAYS = MAX_DELIVERY_DAYS + 2
export type DeliveryKey = Pick<DeliveryItem, 'webhookId' | 'shard' | 'id'>

type PayloadKey = Pick<DeliveryPayloadItem, 'webhookId' | 'deliveryId'>

/** A delivery that contains data of the customer. */
export interface CustomerDelivery {
  readonly delivery: DeliveryItem
  readonly payload: string
}

/**
 * Returns the keys that deliveries of messages can have, whether they exist or not; without those that have expired. A
 * status can arrive long after its message.
 */
export async function keysOfMessages(
  organizationId: string,
  messages: readonly MessageItem[],
  now: EpochMs,
): Promise<DeliveryKey[]> {
  return [...(await keysByMessage(organizationId, messages, now)).values()].flat()
}

/** As `keysOfMessages`, by the ids of the messages. */
export async function keysByMessage(
  organizationId: string,
  messages: readonly MessageItem[],
  now: EpochMs,
): Promise<ReadonlyMap<string, DeliveryKey[]>> {
  const expired = firstIdAt(now - KEPT_DAYS * DAY_MILLISECONDS)
  const possible = messages.flatMap((message) =>
    deliveriesOf(message).flatMap((delivery) => (delivery.id >= expired ? [{ ...delivery, message }] : [])),
  )
  if (possible.length === 0) return new Map()
  const shards = new Map((await listWebhooksWithLog(organizationId)).map((webhook) => [webhook.id, webhook.shards]))
  const keys = new Map<string, DeliveryKey[]>()
  for (const { webhookId, id, message } of possible) {
    const known = keys.get(message.id) ?? []
    known.push(...shardsOfId(id, shards.get(webhookId)).map((shard) => ({ webhookId, shard, id })))
    keys.set(message.id, known)
  }
  return keys
}

/** The index holds keys only: those of the table. */
const Keys = v.array(
  v.pipe(
    v.looseObject({ pk: v.string(), sk: v.string() }),
    v.transform(({ pk, sk }): DeliveryKey => {
      const [, webhookId = '', shard = FIRST_SHARD] = pk.split('#')
      return { webhookId, shard, id: sk }
    }),
  ),
)

const PayloadKeys = v.array(
  v.pipe(
    v.looseObject({ pk: v.string() }),
    v.transform(({ pk }): PayloadKey => {
      const [, webhookId = '', deliveryId = ''] = pk.split('#')
      return { webhookId, deliveryId }
    }),
  ),
)

/**
 * Returns up to 100 keys of a conversation's other deliveries: replays, and events about its routing and its service
 * window. `next` is the cursor of the next keys. An index lists them, a moment late.
 */
export async function listOtherKeys(
  conversationId: string,
  cursor?: string,
): Promise<{ readonly keys: DeliveryKey[]; readonly next: string | null }> {
  const page = await DeliveryEntity.query
    .ofConversation({ conversationId })
    .go({ limit: PAGE, cursor, data: 'includeKeys' })
    .catch(rethrowReadError({ cursor }))
  return { keys: v.parse(Keys, page.data), next: page.cursor }
}

/**
 * Returns the keys of the payloads that the same index lists among its first 100 keys: those that replays have apart, or
 * left when they were interrupted.
 */
export async function listOtherPayloads(conversationId: string): Promise<PayloadKey[]> {
  const { data } = await DeliveryPayloadEntity.query
    .ofConversation({ conversationId })
    .go({ limit: PAGE, data: 'includeKeys' })
  return v.parse(PayloadKeys, data)
}

/** Returns the deliveries that exist, with their payloads. */
export async function getDeliveries(keys: readonly DeliveryKey[]): Promise<CustomerDelivery[]> {
  return await withPayloads(await batchGet([...keys], (some) => DeliveryEntity.get(some).go({ consistent: true })))
}

async function withPayloads(deliveries: readonly DeliveryItem[]): Promise<CustomerDelivery[]> {
  const apart = await batchGet(
    deliveries.flatMap(({ webhookId, id, payload }) => (payload === undefined ? [{ webhookId, deliveryId: id }] : [])),
    (keys) => DeliveryPayloadEntity.get(keys).go({ consistent: true }),
  )
  const payloads = new Map(apart.map(({ deliveryId, payload }) => [deliveryId, payload]))
  return deliveries.map((delivery) => ({ delivery, payload: delivery.payload ?? payloads.get(delivery.id) ?? '' }))
}

/**
 * Deletes a delivery with its payload and attempts, in one transaction: what remained alone could not be found again. A
 * pending one is not sent any more. Idempotent.
 */
export async function eraseDelivery({ webhookId, shard, id }: DeliveryKey): Promise<void> {
  await transact({ deliveries: DeliveryEntity, payloads: DeliveryPayloadEntity }, ({ deliveries, payloads }) => [
    deliveries.delete({ webhookId, shard, id }).commit(),
    payloads.delete({ webhookId, deliveryId: id }).commit(),
  ])
}

/** Deletes the payload of a delivery that is deleted, too, or was never written. Idempotent. */
export async function erasePayload(key: PayloadKey): Promise<void> {
  await DeliveryPayloadEntity.delete(key).go()
}
