import { CAUSES } from '@messaging/contract/causes.ts'
import { EVENT_NAMES } from '@messaging/contract/envelope.ts'
import { DELIVERY_STATUSES } from '@messaging/contract/webhook-deliveries.ts'
import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { outAttribute } from '../../platform/table/out.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** Days that a delivery, its payload and its attempts are kept. */
export const DELIVERY_DAYS = 30

/** The only shard so far: a suffix of the partition key leaves room for more than ~400 deliveries/s to one endpoint. */
export const DELIVERY_SHARD = '0'

/**
 * One event for one webhook. Its key is the webhook and the delivery id; ids sort by time, so a webhook's log needs no index.
 * Whose it is follows from the webhook: an id is looked for among the organisation's webhooks only. Failed ones are in an
 * index by the time at which they failed; the others cost no index write.
 * Attribute names are short to keep the usual item under 1 KB, one write unit.
 */
export const DeliveryEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'delivery', version: '1' },
    attributes: {
      webhookId: { type: 'string', required: true, readOnly: true, field: 'w' },
      shard: { type: 'string', required: true, readOnly: true, field: 'h', default: DELIVERY_SHARD },
      id: { type: 'string', required: true, readOnly: true, field: 'i' },
      event: { type: EVENT_NAMES, required: true, readOnly: true, field: 'e' },
      /** The exact bytes of the request body as text; absent when it is in an item of its own (`DeliveryPayloadEntity`). */
      payload: { type: 'string', readOnly: true, field: 'p' },
      /** The delivery that this one is a replay of. */
      originId: { type: 'string', readOnly: true, field: 'f' },
      /** The latest replay of this one, made when it had failed: a bulk replay takes that one if it fails too, never both. */
      replayedAs: { type: 'string', field: 'r' },
      createdAt: { type: 'number', required: true, readOnly: true, field: 'c' },
      status: { type: DELIVERY_STATUSES, required: true, field: 's' },
      /** How many attempts have been recorded, over all rounds. */
      attemptCount: { type: 'number', required: true, field: 'n' },
      /** The attempt count at which the present round began: raised when an exhausted delivery is redriven. */
      roundStart: { type: 'number', required: true, field: 'u' },
      nextAttemptAt: { type: 'number', field: 'x' },
      /** Until when one worker has the attempt to itself (`lease.ts`); absent while none is made. Milliseconds. */
      leaseUntil: { type: 'number', field: 'o' },
      /** The queue's id of the message that made the latest attempt and stays in the queue while this is pending. */
      carrier: { type: 'string', field: 'm' },
      finishedAt: { type: 'number', field: 'z' },
      /** Whether it failed because its retries were used up: only then is its message in the dead-letter queue. */
      exhausted: { type: 'boolean', field: 'q' },
      /** Why it failed at last. */
      cause: { type: CAUSES, field: 'k' },
      /** Its place in the index of failures (`failed-index.ts`): both while its status is `failed`, neither otherwise. */
      failedIn: { type: 'string', field: 'j' },
      failedAt: { type: 'string', field: 'l' },
      /** Those of the last five rounds: fewer than `attemptCount` when it was redriven more often. */
      attempts: {
        type: 'list',
        field: 'a',
        items: {
          type: 'map',
          properties: {
            at: { type: 'number', required: true, field: 't' },
            /** In the first of a round: how long after `createdAt` the relay sent the message that made it. Milliseconds. */
            relayedAfterMs: { type: 'number', field: 'r' },
            durationMs: { type: 'number', required: true, field: 'd' },
            status: { type: 'number', field: 's' },
            cause: { type: CAUSES, field: 'k' },
            /** Of a success, those that cost no write unit (`kept-headers.ts`). */
            headers: { type: 'any', field: 'h' },
            body: { type: 'string', field: 'b' },
            bodyCut: { type: 'boolean', field: 'c' },
            /** Whether the deadline came while the body was still arriving. */
            bodyLate: { type: 'boolean', field: 'l' },
          },
        },
      },
      expiresAt: { ...expiresAtAttribute, required: true },
      /** Removed when it is delivered: nothing is sent for it any more. */
      out: outAttribute,
    },
    indexes: {
      byId: {
        pk: key('pk', 'd#${webhookId}#${shard}'),
        sk: key('sk', '${id}'),
      },
      failed: {
        index: 'gsi1',
        pk: key('gsi1pk', 'failed#${failedIn}'),
        sk: key('gsi1sk', '${failedAt}'),
      },
    },
  },
  table,
)
export type DeliveryItem = EntityItem<typeof DeliveryEntity>
export type AttemptRecord = NonNullable<DeliveryItem['attempts']>[number]

/** The payload of a delivery that would cost more if every attempt rewrote it. Access: by the delivery. */
export const DeliveryPayloadEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'deliveryPayload', version: '1' },
    attributes: {
      webhookId: { type: 'string', required: true, readOnly: true },
      deliveryId: { type: 'string', required: true, readOnly: true },
      payload: { type: 'string', required: true, readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byDelivery: {
        pk: key('pk', 'payload#${webhookId}#${deliveryId}'),
        sk: key('sk', 'payload'),
      },
    },
  },
  table,
)
