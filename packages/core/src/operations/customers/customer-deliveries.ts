import { parseJson } from '@replywright/contract/json.ts'
import { MAX_DELIVERY_DAYS } from '@replywright/contract/retention.ts'
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
import { allShards, FIRST_SHARD, shardsOfId } from '../../deliveries/shards.ts'
import { listWebhooksWithLog, type WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { rethrowReadError } from '../../platform/paging/page.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { transact } from '../../platform/table/transact.ts'
import type { Customer } from './find-customer.ts'

const PAGE = 100
const Payload = v.object({ conversationId: v.string(), from: v.optional(v.string(), '') })

/** DynamoDB deletes expired items within two days. */
const KEPT_DAYS = MAX_DELIVERY_DAYS + 2
/**
 * A deployment replaces functions one by one, so the previous release wrote deliveries for some time after the mark.
 */
const DEPLOYMENT_MILLISECONDS = 3_600_000

export type DeliveryKey = Pick<DeliveryItem, 'webhookId' | 'shard' | 'id'>

type PayloadKey = Pick<DeliveryPayloadItem, 'webhookId' | 'deliveryId'>

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

/**
 * Returns the keys that deliveries of messages can have, whether they exist or not; without those that have expired. A
 * status can arrive long after its message.
 */
export async function keysOfMessages(
  organizationId: string,
  messages: readonly MessageItem[],
  now: number,
): Promise<DeliveryKey[]> {
  return [...(await keysByMessage(organizationId, messages, now)).values()].flat()
}

/** As `keysOfMessages`, by the ids of the messages. */
export async function keysByMessage(
  organizationId: string,
  messages: readonly MessageItem[],
  now: number,
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
 * @throws ServiceError 400 for an invalid cursor
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
  return deliveries.map((delivery) => ({
    delivery,
    // An erasure of an earlier release may have ended between payload and delivery.
    payload: delivery.payload ?? payloads.get(delivery.id) ?? delivery.excerpt ?? '',
  }))
}

/**
 * Returns the time in milliseconds from which deliveries are found by their conversation. Earlier ones are only in the
 * logs.
 */
export async function endOfLogs(now: number): Promise<number> {
  return endAfter((await findIndexedSince()) ?? now)
}

/** As `endOfLogs`, for the stored time of the index. */
export function endAfter(indexedSince: number): number {
  return indexedSince + DEPLOYMENT_MILLISECONDS
}

/**
 * Reads 100 deliveries of a webhook that were written before `end`, and returns those of the customer. Webhooks are
 * read one after the other. Reads nothing once these deliveries have expired.
 * @throws ServiceError 400 for an invalid cursor
 */
export async function readDeliveries(
  { organizationId, name, refs }: Pick<Customer, 'organizationId' | 'name' | 'refs'>,
  { id, cursor }: { readonly id?: string; readonly cursor?: string },
  { end, now }: { readonly end: number; readonly now: number },
): Promise<DeliveryPage> {
  if (end + KEPT_DAYS * DAY_MILLISECONDS < now) return { found: [], next: null }
  const logs = (await listWebhooksWithLog(organizationId)).flatMap(logsOf).toSorted()
  const log = logs.find((each) => id === undefined || each >= id)
  if (log === undefined) return { found: [], next: null }
  const [webhookId = '', shard = FIRST_SHARD] = log.split('#')
  const page = await DeliveryEntity.query
    .byId({ webhookId, shard })
    .lt({ id: firstIdAt(end) })
    .go({ limit: PAGE, order: 'desc', consistent: true, cursor: log === id ? cursor : undefined })
    .catch(rethrowReadError({ cursor }))
  const ids = new Set(refs.map((ref) => ref.id))
  const found = (await withPayloads(page.data)).filter(({ payload }) => {
    const read = v.safeParse(Payload, parseJson(payload)?.value)
    return read.success && (ids.has(read.output.conversationId) || (ids.size === 0 && read.output.from === `+${name}`))
  })
  if (page.cursor !== null) return { found, next: { id: log, cursor: page.cursor } }
  const following = logs[logs.indexOf(log) + 1]
  return { found, next: following === undefined ? null : { id: following } }
}

/** Returns the shards of a webhook's log: the first one as the webhook's id, others as `<id>#<shard>`. */
function logsOf(webhook: WebhookItem): string[] {
  return allShards(webhook).map((shard) => (shard === FIRST_SHARD ? webhook.id : `${webhook.id}#${shard}`))
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

/**
 * Since when every delivery can be found by its conversation: from its message, or by the index. Deliveries of an
 * earlier release can only be found by reading the logs. Access: the only item.
 */
const IndexedSinceEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'indexedSince', version: '1' },
  attributes: {
    of: { type: 'string', required: true, readOnly: true, default: 'deliveries' },
    /** Milliseconds since the epoch. */
    since: { type: 'number', required: true, readOnly: true },
  },
  indexes: { byName: { pk: key('pk', 'indexedSince'), sk: key('sk', '${of}') } },
}))

const KEY = { of: 'deliveries' }

/** Returns the time in milliseconds, or undefined if it is not known. */
async function findIndexedSince(): Promise<number | undefined> {
  const { data } = await IndexedSinceEntity.get(KEY).go({ consistent: true })
  return data?.since
}

/** Stores that this release writes the deliveries, unless it is stored. Returns the stored time in milliseconds. */
export async function markIndexed(now: number): Promise<number> {
  const { data } = await IndexedSinceEntity.create({ ...KEY, since: now }).go({
    returnOnConditionCheckFailure: 'all_old',
  })
  return data?.since ?? now
}
