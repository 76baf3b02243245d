import { CAUSES, DELIVERY_STATUSES } from '@replywright/contract/causes.ts'
import { EVENT_NAMES } from '@replywright/contract/envelope.ts'
import type { EntityItem } from 'electrodb'
import { outAttribute } from '../platform/outbox/out.ts'
import { entity, key } from '../platform/table/entity.ts'
import { expiresAtAttribute } from '../platform/table/table.ts'
import { FIRST_SHARD } from './shards.ts'

/**
 * One event for one webhook. The key is the webhook, a shard of its log (`shards.ts`) and the delivery id. Ids sort by
 * time, so the log needs no index. The webhook defines the owner: an id is searched among the webhooks of the
 * organisation only. Failed deliveries are in an index by failure time, and deliveries whose id cannot be derived from
 * a message in an index by conversation; the others cost no index write. Attribute names are short to keep the usual
 * item under 1 KB, one write unit.
 */
export const DeliveryEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'delivery', version: '1' },
  attributes: {
    webhookId: { type: 'string', required: true, readOnly: true, field: 'w' },
    shard: { type: 'string', required: true, readOnly: true, field: 'h', default: FIRST_SHARD },
    id: { type: 'string', required: true, readOnly: true, field: 'i' },
    event: { type: EVENT_NAMES, required: true, readOnly: true, field: 'e' },
    /** The request body's exact bytes as text; absent if it has its own item (`DeliveryPayloadEntity`). */
    payload: { type: 'string', readOnly: true, field: 'p' },
    /** The shortened payload of a delivery whose payload has its own item (`excerpt.ts`), for lists and searches. */
    excerpt: { type: 'string', readOnly: true, field: 'g' },
    /**
     * The conversation of a delivery that is not one of a stored message: the erasure of a customer finds it by this.
     */
    conversationId: { type: 'string', readOnly: true, field: 'v' },
    /** Whether a user sent an example of its event. Deliveries of `test.ping` are tests without it. */
    test: { type: 'boolean', readOnly: true, field: 'b' },
    /** The delivery that this one replays. */
    originId: { type: 'string', readOnly: true, field: 'f' },
    /** The bulk replay that made it, whose results count it. */
    replayId: { type: 'string', readOnly: true, field: 'd' },
    /** The latest replay of this failed delivery. A bulk replay then uses that copy if it fails too, never both. */
    replayedAs: { type: 'string', field: 'r' },
    createdAt: { type: 'number', required: true, readOnly: true, field: 'c' },
    status: { type: DELIVERY_STATUSES, required: true, field: 's' },
    /** The number of recorded attempts over all rounds. */
    attemptCount: { type: 'number', required: true, field: 'n' },
    /** The attempt count at which the current round began. A redrive of an exhausted delivery raises it. */
    roundStart: { type: 'number', required: true, field: 'u' },
    /** Attempts of the round that did not decide its outcome (`record-attempt.ts`). They use up no retry. */
    copies: { type: 'number', field: 't' },
    nextAttemptAt: { type: 'number', field: 'x' },
    /** The end of the lease (`lease.ts`); absent without a lease. */
    leaseUntil: { type: 'number', field: 'o' },
    /**
     * The queue's id of the message that makes the next attempt, or of the one that is making an attempt
     * (`plan-attempt.ts`).
     */
    carrier: { type: 'string', field: 'm' },
    finishedAt: { type: 'number', field: 'z' },
    /** Whether its retries are exhausted. Only then is its message in the dead-letter queue. */
    exhausted: { type: 'boolean', field: 'q' },
    /** The cause of the final failure. */
    cause: { type: CAUSES, field: 'k' },
    /**
     * What this write changed the result from: `pending`, or the cause of an earlier failure. The statistics count
     * it. Every write that does not change the result removes it.
     */
    changedFrom: { type: ['pending', ...CAUSES] as const, field: 'y' },
    /** Its position in the failure index (`index-range.ts`). Both exist only while the status is `failed`. */
    failedIn: { type: 'string', field: 'j' },
    failedAt: { type: 'string', field: 'l' },
    /** The attempts of the last five rounds: fewer than `attemptCount` after more redrives. */
    attempts: {
      type: 'list',
      field: 'a',
      items: {
        type: 'map',
        properties: {
          at: { type: 'number', required: true, field: 't' },
          /** Only in the first attempt: milliseconds from `createdAt` until the relay sent its message. */
          relayedAfterMs: { type: 'number', field: 'r' },
          durationMs: { type: 'number', required: true, field: 'd' },
          status: { type: 'number', field: 's' },
          cause: { type: CAUSES, field: 'k' },
          /** What the parser reports of a response that is not valid HTTP, or the code of a failed TLS handshake. */
          reason: { type: 'string', field: 'e' },
          /** For a success, only headers that cost no further write unit (`attempt-record.ts`). */
          headers: { type: 'any', field: 'h' },
          body: { type: 'string', field: 'b' },
          bodyCut: { type: 'boolean', field: 'c' },
          /** Whether the body was still arriving at the deadline. */
          bodyLate: { type: 'boolean', field: 'l' },
        },
      },
    },
    expiresAt: { ...expiresAtAttribute, required: true },
    /** Removed after delivery, because nothing more is sent. */
    out: outAttribute,
  },
  indexes: {
    byId: { pk: key('pk', 'd#${webhookId}#${shard}'), sk: key('sk', '${id}') },
    failed: { index: 'gsi1', pk: key('gsi1pk', 'failed#${failedIn}'), sk: key('gsi1sk', '${failedAt}') },
    ofConversation: {
      index: 'gsi2',
      projection: 'keys_only',
      pk: key('gsi2pk', 'deliveries#${conversationId}'),
      // Without `id`, so that ElectroDB omits both keys for other deliveries.
      sk: key('gsi2sk', '${conversationId}'),
    },
  },
}))
export type DeliveryItem = EntityItem<typeof DeliveryEntity>
export type AttemptRecord = NonNullable<DeliveryItem['attempts']>[number]

/**
 * A payload outside its delivery, because rewriting it with every attempt would cost more. Access: by the delivery; that
 * of a copy by its conversation, too, because it may have been written for a copy that was not.
 */
export const DeliveryPayloadEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'deliveryPayload', version: '1' },
  attributes: {
    webhookId: { type: 'string', required: true, readOnly: true },
    deliveryId: { type: 'string', required: true, readOnly: true },
    payload: { type: 'string', required: true, readOnly: true },
    /** Only for a copy. */
    conversationId: { type: 'string', readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byDelivery: { pk: key('pk', 'payload#${webhookId}#${deliveryId}'), sk: key('sk', 'payload') },
    // The keys of `DeliveryEntity`, whose index this is.
    ofConversation: {
      index: 'gsi2',
      projection: 'keys_only',
      pk: key('gsi2pk', 'deliveries#${conversationId}'),
      sk: key('gsi2sk', '${conversationId}'),
    },
  },
}))
export type DeliveryPayloadItem = EntityItem<typeof DeliveryPayloadEntity>
