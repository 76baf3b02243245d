import type { Envelope, EventName } from '@replywright/contract/envelope.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { CreateEntityItem, TransactWriteEntities } from 'electrodb'
import { derivedTimeId, expiryAfter } from '../platform/clock.ts'
import { InternalError } from '../platform/errors.ts'
import { currentRequestId } from '../platform/log/log.ts'
import { outTo } from '../platform/outbox/out.ts'
import { recentRetention } from '../platform/retention.ts'
import { DeliveryEntity, type DeliveryItem, DeliveryPayloadEntity } from './delivery-entity.ts'
import { excerptOf, originOf } from './excerpt.ts'
import { FIRST_SHARD, shardOf } from './shards.ts'
import { costsLessApart, storedBytes } from './stored-bytes.ts'
import type { WebhookItem } from './webhooks/webhook-entity.ts'

/** Largest payload inside a delivery. A larger one has its own item, which recording an attempt does not rewrite. */
const INLINE_PAYLOAD_BYTES = 4 * 1024

export interface NewDelivery {
  readonly delivery: CreateEntityItem<typeof DeliveryEntity> & { readonly id: string }
  readonly payloadItem?: CreateEntityItem<typeof DeliveryPayloadEntity>
}

/**
 * Builds the items that make the relay send a delivery once they are written. `delaySeconds` is the delay before the
 * first attempt. `group` is the fair-queue group of the message, by default the organisation, which does not delay
 * others, however many endpoints it has. `requestId` is the id of the API request that caused the delivery, for the
 * log; a payload that names its message needs none. `shards` is the number of shards of the webhook's log, by default
 * 1. `mayBeApart` allows a payload item also for a payload that fits into the delivery; the caller must then write that
 * item.
 */
export function newDelivery(input: {
  readonly id: string
  readonly organizationId: string
  readonly webhookId: string
  readonly event: EventName
  readonly payload: string
  readonly at: EpochMs
  /** The retention of the organisation. */
  readonly deliveryDays: number
  readonly originId?: string
  /** The bulk replay that makes the delivery. */
  readonly replayId?: string | undefined
  /** @default false */
  readonly isTest?: boolean
  /** The conversation of a delivery whose id derives from no message. */
  readonly conversationId?: string | undefined
  readonly delaySeconds?: number
  readonly group?: string
  readonly shards?: number | undefined
  readonly requestId?: string
  readonly mayBeApart?: boolean
}): NewDelivery {
  const {
    id,
    organizationId,
    webhookId,
    event,
    payload,
    at,
    originId,
    replayId,
    conversationId,
    delaySeconds,
    requestId,
  } = input
  const expiresAt = expiryAfter(at, input.deliveryDays)
  const shard = shardOf(id, input.shards)
  const reference = { organizationId, webhookId, deliveryId: id, ...(shard !== FIRST_SHARD && { shard }) }
  const delivery = {
    webhookId,
    shard,
    id,
    event,
    ...(input.isTest && { test: true }),
    ...(originId && { originId }),
    ...(replayId && { replayId }),
    ...(conversationId && { conversationId }),
    createdAt: at,
    status: 'pending' as const,
    attemptCount: 0,
    roundStart: 0,
    expiresAt,
    out: outTo('deliveries', input.group ?? organizationId, reference, { delaySeconds, requestId }),
  }
  const payloadBytes = Buffer.byteLength(payload)
  const isApart =
    payloadBytes > INLINE_PAYLOAD_BYTES ||
    (input.mayBeApart && costsLessApart(storedBytes({ ...delivery, payload }), payloadBytes))
  return isApart
    ? {
        delivery: { ...delivery, ...excerptOf(delivery, payload) },
        payloadItem: {
          webhookId,
          deliveryId: id,
          payload,
          ...(originId && conversationId && { conversationId }),
          expiresAt,
        },
      }
    : { delivery: { ...delivery, payload } }
}

/**
 * Builds the deliveries of an event that is never frequent, for webhooks of one organisation. Their ids derive from
 * `about`, the id of what the event is about, and from `cause`.
 */
export async function newDeliveries(
  webhooks: readonly WebhookItem[],
  { about, cause, at, envelope }: { about: string; cause: string; at: EpochMs; envelope: Envelope },
): Promise<NewDelivery[]> {
  const [first] = webhooks
  if (!first) return []
  const { organizationId } = first
  const { deliveryDays } = await recentRetention(organizationId, at)
  const { event, conversationId } = envelope
  const payload = JSON.stringify(envelope)
  const created = { organizationId, event, payload, at, deliveryDays, ...(conversationId && { conversationId }) }
  return webhooks.map(({ id: webhookId }) =>
    newDelivery({ ...created, webhookId, id: derivedTimeId(at, event, about, cause, webhookId) }),
  )
}

/** Writes a delivery unless it already exists, so a second run of the same cause changes nothing. */
export async function writeDelivery({ delivery, payloadItem }: NewDelivery): Promise<void> {
  await writePayload({ payloadItem })
  await DeliveryEntity.create(delivery).go({ returnOnConditionCheckFailure: true })
}

/** Writes the payloads of deliveries that have an item of their own, so that a transaction needs one item for each delivery. */
export async function writePayloads(created: readonly NewDelivery[]): Promise<void> {
  await Promise.all(created.map(writePayload))
}

/** Writes the payload item, if any. It must come before the delivery, which is sent as soon as it is written. */
export async function writePayload({ payloadItem }: Pick<NewDelivery, 'payloadItem'>): Promise<void> {
  if (payloadItem) await DeliveryPayloadEntity.create(payloadItem).go({ returnOnConditionCheckFailure: true })
}

/** The entities of a transaction that stores deliveries. */
export const DELIVERY_ENTITIES = { deliveries: DeliveryEntity, payloads: DeliveryPayloadEntity }

/** Returns the operations of a transaction that store deliveries, those that can be refused first. */
export function deliveryWrites(
  { deliveries, payloads }: TransactWriteEntities<typeof DELIVERY_ENTITIES>,
  created: readonly NewDelivery[],
) {
  return [
    ...created.map(({ delivery }) => deliveries.create(delivery).commit()),
    ...created.flatMap(({ payloadItem }) => (payloadItem ? [payloads.put(payloadItem).commit()] : [])),
  ]
}

/** Returns the exact request body of a delivery. */
export async function getPayload(delivery: {
  readonly webhookId: string
  readonly id: string
  readonly payload?: string
}): Promise<string> {
  if (delivery.payload !== undefined) return delivery.payload
  const key = { webhookId: delivery.webhookId, deliveryId: delivery.id }
  const { data } = await DeliveryPayloadEntity.get(key).go({ consistent: true })
  if (!data) throw new InternalError(`delivery ${delivery.id} has no payload`)
  return data.payload
}

/** Builds a new copy of a delivery: the same bytes to the same webhook under a new id. */
export async function copyDelivery(
  origin: DeliveryItem,
  copy: Pick<Parameters<typeof newDelivery>[0], 'id' | 'organizationId' | 'at' | 'group' | 'replayId'>,
): Promise<NewDelivery> {
  const { id: originId, webhookId, event } = origin
  const [payload, { deliveryDays }] = await Promise.all([
    getPayload(origin),
    recentRetention(copy.organizationId, copy.at),
  ])
  const conversationId = originOf({ payload })?.conversationId
  const requestId = currentRequestId()
  const isTest = origin.test ?? false
  return newDelivery({ ...copy, webhookId, event, payload, originId, conversationId, deliveryDays, requestId, isTest })
}
