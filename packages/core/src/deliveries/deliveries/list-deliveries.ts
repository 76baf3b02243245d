import type { FailureCause } from '@messaging/contract/causes.ts'
import type { EventName } from '@messaging/contract/envelope.ts'
import { isoTime, timeOfId } from '../../platform/clock.ts'
import { listNewestFirst, type NewestFirst } from '../../platform/paging/newest-first.ts'
import { listWebhooksWithLog } from '../webhooks/get-webhook.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import type { DeliveryItem } from './delivery-entity.ts'
import { failedPositions, parseFailedCursor } from './failed-positions.ts'
import { findDelivery } from './get-delivery.ts'
import { deliveriesOf, parseLogCursor } from './log-part.ts'
import { parseSearch, type Search } from './search.ts'
import { allShards } from './shards.ts'

export interface DeliveriesQuery {
  /** Only the deliveries of this webhook; otherwise those of every webhook of the organisation. */
  readonly webhookId?: string
  readonly status?: DeliveryItem['status']
  /** Only failed deliveries that were replayed, or that were not. Requires the status `failed`. */
  readonly replayed?: boolean
  readonly event?: EventName
  /** Only the deliveries that failed with this cause. */
  readonly cause?: FailureCause
  /** Excludes test events, as statistics do. */
  readonly tests?: 'hidden'
  /** Limits the time of the event, in milliseconds: `since` is included, `until` is excluded. */
  readonly since?: number
  readonly until?: number
  /** A delivery id or its beginning, a message id, a customer's number, or another text of the payload. */
  readonly q?: string
  readonly messageId?: string
  readonly conversationId?: string
  readonly limit: number
  /** A cursor of another page. */
  readonly cursor?: string
  /** Whether a page of newer deliveries that is not full is extended to the newest page. @default true */
  readonly fillsNewest?: boolean
}

/** The filters of one part of the list. */
export interface PartFilter
  extends Pick<DeliveriesQuery, 'status' | 'replayed' | 'event' | 'cause' | 'tests' | 'since' | 'until'> {
  readonly searches: readonly Search[]
  readonly now: number
}

export interface DeliveriesPage extends Omit<NewestFirst<DeliveryItem>, 'stoppedAt'> {
  /** How far a search looked before its page was full; null if it ended. */
  readonly searchedUntil: string | null
  /** The webhooks of the list: the requested one, or all of the organisation that have deliveries. */
  readonly webhooks: readonly WebhookItem[]
}

/** The least number of items that a read of a part examines: DynamoDB bills at least 4 KB. */
const MIN_READ = 8

/**
 * Returns a page of an organisation's deliveries, newest first, and the latest failure first for the status `failed`;
 * none for an unknown or foreign webhook. A page examines at most about 2,000 items. With a filter that few deliveries
 * match, it can be shorter than `limit` and still have a cursor. A whole delivery id is found regardless of the other
 * filters. `now` in milliseconds.
 * @throws ServiceError 400 for an invalid cursor
 */
export async function listDeliveries(
  organizationId: string,
  query: DeliveriesQuery,
  now: number,
): Promise<DeliveriesPage> {
  const { q, status, webhookId, messageId, conversationId } = query
  const search = q === undefined ? undefined : parseSearch(q, now)
  const found = search?.kind === 'id' ? await findDelivery(organizationId, search.id, now) : undefined
  if (found)
    return {
      items: [found.delivery],
      nextCursor: null,
      previousCursor: null,
      searchedUntil: null,
      webhooks: [found.webhook],
    }
  const webhooks = await listWebhooksWithLog(organizationId, webhookId)
  const searches: Search[] = [
    ...(search ? [search] : []),
    ...(messageId === undefined ? [] : [{ kind: 'message' as const, id: messageId }]),
    ...(conversationId === undefined ? [] : [{ kind: 'conversation' as const, id: conversationId }]),
  ]
  const filter = { ...query, searches, now }
  const list = status === 'failed' ? listFailed : listLog
  return { ...(await list(webhooks, query, filter)), webhooks }
}

type Page = Pick<DeliveriesQuery, 'limit' | 'cursor' | 'fillsNewest'>

async function listLog(webhooks: readonly WebhookItem[], { limit, cursor, fillsNewest }: Page, filter: PartFilter) {
  parseLogCursor(cursor)
  const parts = webhooks.flatMap((webhook) =>
    allShards(webhook).map((shard) => deliveriesOf(webhook.id, shard, filter)),
  )
  const { stoppedAt, ...page } = await listNewestFirst(parts, {
    cursor,
    limit,
    each: readAtOnce(limit, parts),
    fillsNewest,
  })
  return { ...page, searchedUntil: stoppedAt && isoTime(timeOfId(stoppedAt)) }
}

async function listFailed(webhooks: readonly WebhookItem[], { limit, cursor, fillsNewest }: Page, filter: PartFilter) {
  parseFailedCursor(cursor)
  const parts = webhooks.flatMap(({ id }) => failedPositions(id, filter))
  const { items, stoppedAt, ...page } = await listNewestFirst(parts, {
    cursor,
    limit,
    each: readAtOnce(limit, parts),
    fillsNewest,
  })
  return {
    ...page,
    items: items.map(({ delivery }) => delivery),
    searchedUntil: stoppedAt && isoTime(Number.parseInt(stoppedAt, 10)),
  }
}

/** Twice the share of a part, because parts are not equally busy. */
function readAtOnce(limit: number, { length }: readonly unknown[]): number {
  return Math.min(limit, Math.max(MIN_READ, Math.ceil((2 * limit) / Math.max(1, length))))
}
