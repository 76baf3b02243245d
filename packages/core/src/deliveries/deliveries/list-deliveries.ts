import type { EventName } from '@messaging/contract/envelope.ts'
import { createConversions } from 'electrodb'
import { validate as isUuid } from 'uuid'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { invalidCursor } from '../../platform/paging/cursor.ts'
import { listNewestFirst, type NewestFirst, type ReadPart } from '../../platform/paging/newest-first.ts'
import { listWebhooksWithLog } from '../webhooks/get-webhook.ts'
import { DELIVERY_SHARD, DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'

export interface DeliveriesQuery {
  /** Of one webhook only; otherwise of all that the organisation has. */
  readonly webhookId?: string
  readonly status?: DeliveryItem['status']
  readonly event?: EventName
  /** By the time of the event, in milliseconds: not before `since`, and before `until`. */
  readonly since?: number
  readonly until?: number
  readonly limit: number
  /** `nextCursor` of the page before. */
  readonly cursor?: string
}

/** Deliveries that are looked at at once, over all webhooks; and of one webhook. */
const LOOKED_AT_ONCE = 1000
const FEWEST_OF_A_WEBHOOK = 10
const MOST_OF_A_WEBHOOK = 100

/**
 * An organisation's deliveries, newest first. A page reads at most about 3,000 items: with a filter that few pass it can be
 * shorter than `limit` and still have a cursor. `now` in milliseconds. None for an unknown or foreign webhook.
 * @throws ServiceError 400 for a cursor that is none
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
  return await listNewestFirst(parts, { cursor: query.cursor, limit: query.limit, each: lookedAtOnce(query, parts) })
}

function lookedAtOnce({ limit, status, event }: DeliveriesQuery, parts: readonly unknown[]): number {
  const useful = status || event ? MOST_OF_A_WEBHOOK : Math.min(limit, MOST_OF_A_WEBHOOK)
  return Math.max(FEWEST_OF_A_WEBHOOK, Math.min(useful, Math.floor(LOOKED_AT_ONCE / Math.max(1, parts.length))))
}

function deliveriesOf(webhookId: string, query: DeliveriesQuery, now: number): ReadPart<DeliveryItem> {
  const { status, event, since = 0, until } = query
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
      .where((delivery, { eq, gt }) =>
        [
          gt(delivery.expiresAt, Math.floor(now / 1000)),
          ...(status ? [eq(delivery.status, status)] : []),
          ...(event ? [eq(delivery.event, event)] : []),
        ].join(' AND '),
      )
      .go({ limit, order: 'desc' })
    return { items: data, end: cursor === null ? null : (byId.fromCursor.toComposite(cursor)?.id ?? null) }
  }
}

const AFTER_EVERY_ID = 'g'
/** The log's own index: the cursor of a query has the keys of no other. */
const byId = onFirstUse(() => createConversions(DeliveryEntity).byAccessPattern.byId)

/** Sorts before every delivery id of that time or later: ids begin with 48 bits of milliseconds. */
export function firstIdAt(milliseconds: number): string {
  const time = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Sorts below `id`, with no other id between: a range of keys includes its ends. */
export function justBelow(id: string): string {
  return `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`
}
