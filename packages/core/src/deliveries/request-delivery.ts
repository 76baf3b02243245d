import type { ReplayResult } from '@replywright/contract/dashboard/deliveries.ts'
import { EVENTS, type EventName } from '@replywright/contract/envelope.ts'
import { exampleEnvelope } from '@replywright/contract/openapi/example-envelope.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { ReplayedDelivery } from '@replywright/contract/webhook-deliveries.ts'
import { derivedId, derivedTimeId, isLive, isoTime, newId, timeOfId } from '../platform/clock.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { currentRequestId, log } from '../platform/log/log.ts'
import { recentRetention } from '../platform/retention.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { refusals, transact } from '../platform/table/transact.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { messageEnvelope } from './envelope.ts'
import { findDelivery } from './get-delivery.ts'
import { replayedOf } from './index-range.ts'
import {
  copyDelivery,
  DELIVERY_ENTITIES,
  deliveryWrites,
  type NewDelivery,
  newDelivery,
  writeDelivery,
} from './new-delivery.ts'
import { FIRST_SHARD, shardsOfId } from './shards.ts'
import { getWebhook, listDeletedWebhooks, listWebhooks, type WebhookItem } from './webhooks/webhook-entity.ts'

/**
 * `POST /webhook-deliveries/{id}/replay/`: sends the same bytes under a new id, once for each `copyId`, which sorts by
 * time. Throws 404 for an unknown, expired or foreign delivery, and 409 if its webhook was deleted or is disabled and
 * there is no copy yet.
 */
export async function replayDelivery(
  organizationId: string,
  id: string,
  now: EpochMs,
  copyId: string = newId(),
): Promise<ReplayedDelivery> {
  const found = await findDelivery(organizationId, id, now)
  if (!found) throw notFound('delivery')
  const refusal = replayRefusal(found.webhook)
  if (!refusal) {
    const replayed = await replayFound(organizationId, found.delivery, copyId)
    if (!replayed) throw notFound('delivery')
    return replayed
  }
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
function replayRefusal({ enabled, deletedAt }: WebhookItem): 'webhook_deleted' | 'webhook_disabled' | null {
  if (deletedAt !== undefined) return 'webhook_deleted'
  return enabled ? null : 'webhook_disabled'
}

/**
 * Sends a copy of a delivery of the organisation, once for each `copyId`. Returns undefined if the delivery does not
 * exist any more.
 */
async function replayFound(
  organizationId: string,
  origin: DeliveryItem,
  copyId: string,
): Promise<ReplayedDelivery | undefined> {
  const { webhookId } = origin
  const copy = await copyDelivery(origin, { id: copyId, organizationId, at: timeOfId(copyId) })
  const isMarked = origin.status === 'failed' && (await writeWithMark(origin, copy))
  if (!isMarked && !(await writeBesideOrigin(origin, copy))) return undefined
  const facts = { organizationId, webhookId, deliveryId: copy.delivery.id, originId: origin.id }
  log('delivery.replayed', facts, { Replays: 1 })
  return copyView(copy.delivery, origin.id)
}

/** Writes the copy of a failed delivery and marks the delivery as replayed. Returns false if it is no longer failed. */
async function writeWithMark({ webhookId, shard, id }: DeliveryItem, copy: NewDelivery): Promise<boolean> {
  return await transact(DELIVERY_ENTITIES, (entities) => [
    entities.deliveries
      .patch({ webhookId, shard, id })
      .set({ replayedAs: copy.delivery.id, failedIn: replayedOf(webhookId) })
      .remove(['changedFrom'])
      .where(({ status }, { eq }) => eq(status, 'failed'))
      .commit(),
    ...deliveryWrites(entities, [copy]),
  ])
}

/**
 * Writes the copy unless it exists. Returns false if the delivery does not exist any more: an erasure would not find
 * a copy that is written after it.
 */
async function writeBesideOrigin({ webhookId, shard, id }: DeliveryItem, copy: NewDelivery): Promise<boolean> {
  const refused = await refusals(DELIVERY_ENTITIES, (entities) => [
    entities.deliveries
      .check({ webhookId, shard, id })
      .where(({ createdAt }, { exists }) => exists(createdAt))
      .commit(),
    ...deliveryWrites(entities, [copy]),
  ])
  return !refused.includes(0)
}

/** Copies made at the same time. */
const AT_ONCE = 10

/**
 * Sends a new copy of each of up to 100 deliveries. The ids of the copies derive from `requestId`, which sorts by time,
 * so a repeated request sends no second copy. Unknown and foreign deliveries, and those of a disabled or deleted
 * webhook without a copy, are not replayed. `webhookIds` limits the search to these webhooks, which saves reads.
 */
export async function replayDeliveries(
  organizationId: string,
  { ids, webhookIds }: { readonly ids: readonly string[]; readonly webhookIds?: readonly string[] },
  requestId: string,
  now: EpochMs,
): Promise<ReplayResult[]> {
  const isWanted = ({ id }: WebhookItem) => webhookIds === undefined || webhookIds.includes(id)
  const unique = [...new Set(ids)]
  const found = new Map<string, DeliveryItem>()
  const wanted: WebhookItem[] = []
  // Those of deleted webhooks are read only if an id is not found among the others.
  for (const list of [listWebhooks, listDeletedWebhooks]) {
    const missing = unique.filter((id) => !found.has(id))
    if (missing.length === 0) break
    const webhooks = (await list(organizationId)).filter(isWanted)
    wanted.push(...webhooks)
    const keys = webhooks.flatMap(({ id: webhookId, shards }) =>
      missing.flatMap((id) => shardsOfId(id, shards).map((shard) => ({ webhookId, shard, id }))),
    )
    const deliveries = await batchGet(keys, (some) => DeliveryEntity.get(some).go({ consistent: true }))
    for (const one of deliveries) if (isLive(one, now)) found.set(one.id, one)
  }
  const results: ReplayResult[] = []
  for (let start = 0; start < unique.length; start += AT_ONCE)
    results.push(
      ...(await Promise.all(
        unique.slice(start, start + AT_ONCE).map(async (id): Promise<ReplayResult> => {
          const delivery = found.get(id)
          const copyId = derivedTimeId(timeOfId(requestId), 'replay', requestId, id)
          const refusal = refusalOf(delivery, wanted)
          // The request may repeat one that was interrupted after it had written the copy.
          if (!delivery || (refusal && !(await isStored(delivery.webhookId, copyId))))
            return { id, copyId: null, refusal }
          if (!refusal && !(await replayFound(organizationId, delivery, copyId)))
            return { id, copyId: null, refusal: 'not_found' }
          return { id, copyId, refusal: null }
        }),
      )),
    )
  return results
}

async function isStored(webhookId: string, id: string): Promise<boolean> {
  const { data } = await DeliveryEntity.get({ webhookId, shard: FIRST_SHARD, id }).go({ consistent: true })
  return data !== null
}

function refusalOf(delivery: DeliveryItem | undefined, webhooks: readonly WebhookItem[]): ReplayResult['refusal'] {
  const webhook = webhooks.find(({ id }) => id === delivery?.webhookId)
  return delivery && webhook ? replayRefusal(webhook) : 'not_found'
}

/** Phone numbers that the regulator reserves for fiction. */
const STUB = { msgNumber: '447700900100', contactNumber: '447700900999', contactName: 'Test Customer' }

/** Returns the body of a test: a message of its own in `test.ping`, the example of the documentation in others. */
function testEnvelope(event: EventName, webhookId: string, deliveryId: string): object {
  const at = timeOfId(deliveryId)
  const example = EVENTS.find(({ schema }) => schema.entries.event.literal === event)
  if (example && event !== 'test.ping') {
    const body = exampleEnvelope(example)
    return { ...body, timestamp: isoTime(at), ...('webhookId' in body && { webhookId }) }
  }
  const conversation = { ...STUB, id: derivedId('test conversation', webhookId) }
  return messageEnvelope('test.ping', at, conversation, {
    id: derivedTimeId(at, 'test message', deliveryId),
    waId: 'wamid.TEST',
    body: 'This is a test event.',
    media: [],
    buttons: [],
    type: 'text',
  })
}

/**
 * Sends an example of an event to a webhook, also to a disabled one, once for each `deliveryId`, which sorts by time.
 * Throws 404 for an unknown or foreign webhook.
 */
export async function sendTestEvent(
  organizationId: string,
  webhookId: string,
  deliveryId: string,
  event: EventName = 'test.ping',
): Promise<{ deliveryId: string }> {
  const at = timeOfId(deliveryId)
  const [{ deliveryDays }] = await Promise.all([
    recentRetention(organizationId, at),
    getWebhook(organizationId, webhookId),
  ])
  await writeDelivery(
    newDelivery({
      id: deliveryId,
      organizationId,
      webhookId,
      event,
      isTest: true,
      payload: JSON.stringify(testEnvelope(event, webhookId, deliveryId)),
      at,
      deliveryDays,
      requestId: currentRequestId(),
    }),
  )
  log('delivery.test_sent', { organizationId, webhookId, deliveryId })
  return { deliveryId }
}
