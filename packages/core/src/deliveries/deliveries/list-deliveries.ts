import type { FailureCause } from '@messaging/contract/causes.ts'
import type { EventName } from '@messaging/contract/envelope.ts'
import { createConversions } from 'electrodb'
import { validate as isUuid } from 'uuid'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { invalidCursor } from '../../platform/paging/cursor.ts'
import { listNewestFirst, type NewestFirst, type ReadPart } from '../../platform/paging/newest-first.ts'
import { listWebhooksWithLog } from '../webhooks/get-webhook.ts'
import { DELIVERY_SHARD, DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'

export interface DeliveriesQuery {
  /** Only the deliveries of this webhook; otherwise those of every webhook of the organisation. */
  readonly webhookId?: string
  readonly status?: DeliveryItem['status']
  readonly event?: EventName
  /** Only the deliveries that failed with this cause. */
  readonly cause?: FailureCause
  /** Excludes test events, as statistics do. */
  readonly tests?: 'hidden'
  /** Limits the time of the event, in milliseconds: `since` is included, `until` is excluded. */
  readonly since?: number
  readonly until?: number
  readonly limit: number
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string
}

/** Deliveries read at once: of all webhooks, and at least and at most of one webhook. */
const READ_AT_ONCE = 1000
const MIN_OF_A_WEBHOOK = 10
const MAX_OF_A_WEBHOOK = 100

/**
 * Returns a page of an organisation's deliveries, newest first; none for an unknown or foreign webhook. A page reads at
 * most about 3,000 items. With a filter that few deliveries match, it can be shorter than `limit` and still have a
 * cursor. `now` in milliseconds.
 * @throws ServiceError 400 for an invalid cursor
 */
export async function listDeliveries(
  organizationId: string,
  query: DeliveriesQuery,
  now: number,
): Promise<NewestFirst<DeliveryItem>> {
  if (query.cursor !== undefined && !isUuid(query.cursor)) throw invalidCursor()
  const webhooks = await listWebhooksWithLog(organizationId)
  const wanted = webhooks.filter(({ id }) => query.webhookId === undefined || id === query.webhookId)
  const parts = wanted.map(({ id }) => deliveriesOf(id, query, now))
  return await listNewestFirst(parts, { cursor: query.cursor, limit: query.limit, each: readAtOnce(query, parts) })
}

function readAtOnce({ limit, status, event, cause }: DeliveriesQuery, parts: readonly unknown[]): number {
  const useful = status || event || cause ? MAX_OF_A_WEBHOOK : Math.min(limit, MAX_OF_A_WEBHOOK)
  return Math.max(MIN_OF_A_WEBHOOK, Math.min(useful, Math.floor(READ_AT_ONCE / Math.max(1, parts.length))))
}

function deliveriesOf(webhookId: string, query: DeliveriesQuery, now: number): ReadPart<DeliveryItem> {
  const { status, event, cause, tests, since = 0, until } = query
  return async ({ before, limit }) => {
    const from = firstIdAt(since)
    const to = [
      AFTER_EVERY_ID,
      ...(until === undefined ? [] : [firstIdAt(until)]),
      ...(before ? [justBelow(before)] : []),
    ]
      .toSorted()
      .at(0)
    if (to === undefined || to < from) return { items: [], end: null }
    const { data, cursor } = await DeliveryEntity.query
      .byId({ webhookId, shard: DELIVERY_SHARD })
      .between({ id: from }, { id: to })
      .where((delivery, { eq, gt, ne }) =>
        [
          gt(delivery.expiresAt, Math.floor(now / 1000)),
          ...(status ? [eq(delivery.status, status)] : []),
          ...(event ? [eq(delivery.event, event)] : []),
          ...(cause ? [eq(delivery.cause, cause)] : []),
          ...(tests === 'hidden' ? [ne(delivery.event, 'test.ping')] : []),
        ].join(' AND '),
      )
      .go({ limit, order: 'desc' })
    return { items: data, end: cursor === null ? null : (byId.fromCursor.toComposite(cursor)?.id ?? null) }
  }
}

const AFTER_EVERY_ID = 'g'
/** The conversions of the log's index, because the cursor of its query holds no other keys. */
const byId = onFirstUse(() => createConversions(DeliveryEntity).byAccessPattern.byId)

/** Returns a text that sorts before every delivery id of that time or later: ids begin with 48 bits of milliseconds. */
export function firstIdAt(milliseconds: number): string {
  const time = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Returns a text that sorts directly below `id`, because a key range includes its ends. */
export function justBelow(id: string): string {
  return `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`
}
