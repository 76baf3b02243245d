import type { DeliveriesPage as DeliveriesView } from '@replywright/contract/dashboard/deliveries.ts'
import type { PageResponse } from '@replywright/contract/page.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { ListedDelivery } from '@replywright/contract/webhook-deliveries.ts'
import { createConversions } from 'electrodb'
import { validate as isUuid } from 'uuid'
import type * as v from 'valibot'
import { isoTime, timeOfId } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { onFirstUse } from '../platform/on-first-use.ts'
import {
  listNewestFirst,
  type NewestFirst,
  newerThan,
  type PageRequest,
  parseCursor,
  type ReadPart,
} from '../platform/paging/newest-first.ts'
import { assertReached, invalidCursor, rangeOf } from '../platform/paging/page.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { deliverySummary, deliveryView, findDelivery, latestAttempt } from './get-delivery.ts'
import { lowestIdAt, positionAt, rangeBehind } from './index-range.ts'
import { failedParts, parseFailedCursor } from './list-failed.ts'
import { getPayload } from './new-delivery.ts'
import { type DeliveryFilter, filterConditions, idRangeOf, matchesAll, parseSearch, type Search } from './search.ts'
import { allShards } from './shards.ts'
import { findWebhookWithLog, listWebhooks, type WebhookItem } from './webhooks/webhook-entity.ts'

interface DeliveriesQuery extends Omit<DeliveryFilter, 'searches' | 'now'> {
  /** Only the deliveries of this webhook; otherwise those of every webhook of the organisation. */
  readonly webhookId?: string
  readonly status?: DeliveryItem['status']
  /** Only failed deliveries that were replayed, or that were not. Requires the status `failed`. */
  readonly replayed?: boolean
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
 * filters.
 */
export async function listDeliveries(
  organizationId: string,
  query: DeliveriesQuery,
  now: EpochMs,
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
  // A deleted webhook's log is shown only for its id, so that lists do not become dearer with each deletion.
  const one = webhookId === undefined ? undefined : await findWebhookWithLog(organizationId, webhookId)
  const webhooks = one === undefined ? await listWebhooks(organizationId) : one ? [one] : []
  const searches: Search[] = [
    ...(search ? [search] : []),
    ...(messageId === undefined ? [] : [{ kind: 'message' as const, id: messageId }]),
    ...(conversationId === undefined ? [] : [{ kind: 'conversation' as const, id: conversationId }]),
  ]
  const filter = { ...query, searches, now }
  const list = status === 'failed' ? listFailed : listLog
  return { ...(await list(webhooks, query, filter)), webhooks }
}

type Page = Pick<DeliveriesQuery, 'replayed' | 'limit' | 'cursor' | 'fillsNewest'>

async function listLog(webhooks: readonly WebhookItem[], page: Page, filter: DeliveryFilter) {
  const { cursor } = page
  if (cursor !== undefined && !isUuid(parseCursor(cursor).position)) throw invalidCursor()
  const parts = webhooks.flatMap((webhook) => allShards(webhook).map((shard) => logPart(webhook.id, shard, filter)))
  const { stoppedAt, ...list } = await listNewestFirst(parts, pageOf(page, parts))
  return { ...list, searchedUntil: stoppedAt && isoTime(timeOfId(stoppedAt)) }
}

async function listFailed(webhooks: readonly WebhookItem[], page: Page, filter: DeliveryFilter) {
  parseFailedCursor(page.cursor)
  const parts = webhooks.flatMap(({ id }) => failedParts(id, page.replayed, filter))
  const { items, stoppedAt, ...list } = await listNewestFirst(parts, pageOf(page, parts))
  return {
    ...list,
    items: items.map(({ delivery }) => delivery),
    searchedUntil: stoppedAt && isoTime(Number.parseInt(stoppedAt, 10)),
  }
}

/** The first read of a part examines twice its share, because parts are not equally busy. */
function pageOf({ cursor, limit, fillsNewest }: Page, { length }: readonly unknown[]): PageRequest {
  const each = Math.min(limit, Math.max(MIN_READ, Math.ceil((2 * limit) / Math.max(1, length))))
  return { cursor, limit, each, fillsNewest }
}

/** The conversions of the log's index, because the cursor of its query holds no other keys. */
const byId = /* @__PURE__ */ onFirstUse(() => createConversions(DeliveryEntity).byAccessPattern.byId)

/** Returns a shard of a webhook's log as a part of a list. Its ids are the delivery ids, which sort by time. */
function logPart(webhookId: string, shard: string, filter: DeliveryFilter): ReadPart<DeliveryItem> {
  const range = idRangeOf(filter)
  return async ({ from, direction, limit }) => {
    const { first, last } = rangeBehind(range, from, direction)
    if (first > last) return { items: [], end: null }
    const { data, cursor } = await DeliveryEntity.query
      .byId({ webhookId, shard })
      .between({ id: first }, { id: last })
      .where((delivery, operations) => filterConditions(filter, delivery, operations).join(' AND '))
      .go({ limit, order: direction === 'older' ? 'desc' : 'asc' })
    return {
      items: data.filter((delivery) => matchesAll(filter.searches, delivery)),
      end: cursor === null ? null : (byId.fromCursor.toComposite(cursor)?.id ?? null),
    }
  }
}

/** Returns a page of an organisation's deliveries for the dashboard, newest first. */
export async function viewDeliveries(
  organizationId: string,
  query: DeliveriesQuery,
  now: EpochMs,
): Promise<v.InferOutput<typeof DeliveriesView>> {
  const { items, webhooks, ...page } = await listDeliveries(organizationId, query, now)
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  return { ...page, results: items.map((item) => deliverySummary(item, byId.get(item.webhookId))) }
}

interface DeliveryPageQuery
  extends Pick<
    DeliveriesQuery,
    'status' | 'webhookId' | 'event' | 'since' | 'until' | 'messageId' | 'conversationId' | 'limit' | 'cursor'
  > {
  readonly offset: number
  readonly details?: 'true' | 'false' | undefined
}

function views(items: readonly DeliveryItem[], webhooks: ReadonlyMap<string, WebhookItem>): ListedDelivery[] {
  return items.map((item) => deliveryView(item, webhooks.get(item.webhookId)))
}

/** Characters of the bodies of a page with details: Lambda returns at most 6 MB. The attempts have at most 5 KB each. */
const MOST_CHARACTERS = 2_000_000

async function viewsWithDetails(
  items: readonly DeliveryItem[],
  webhooks: ReadonlyMap<string, WebhookItem>,
): Promise<ListedDelivery[]> {
  const payloads = await Promise.all(items.map(getPayload))
  let characters = 0
  return await Promise.all(
    items.map(async (item, index) => {
      const webhook = webhooks.get(item.webhookId)
      const payload = payloads[index] ?? ''
      const view = deliveryView({ ...item, payload }, webhook)
      characters += payload.length
      if (!webhook || characters > MOST_CHARACTERS) return view
      return { ...view, details: { payload, attempts: await latestAttempt({ delivery: item, webhook, payload }) } }
    }),
  )
}

/**
 * A delivery can be stored later than its event, because a function may be interrupted: a queue's message is received
 * again after at most two and a half minutes, and twice within this time.
 */
const SETTLING_MS = 300_000

/**
 * `GET /webhook-deliveries/`: newest first. The newest page continues with the deliveries of the last five minutes, so
 * that a caller who follows the list also gets those that were stored late. Throws 400 for an unknown or foreign
 * webhook, an invalid cursor, or a large offset.
 */
export async function listDeliveryPage(
  organizationId: string,
  query: DeliveryPageQuery,
  now: EpochMs,
): Promise<PageResponse<ListedDelivery>> {
  const { webhookId, offset, status } = query
  const { skipped, wanted } = rangeOf(query)
  const read = { ...query, limit: wanted, fillsNewest: false }
  const { items, webhooks, nextCursor, previousCursor } = await listDeliveries(organizationId, read, now)
  if (webhookId !== undefined && webhooks.length === 0)
    throw invalidField('webhookId', 'no such webhook, or it belongs to another organisation')
  assertReached(skipped, nextCursor)
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  const end = offset - skipped + items.length
  const settled = now - SETTLING_MS
  return {
    count: nextCursor === null ? end : end + 1,
    results: await (query.details === 'true' ? viewsWithDetails : views)(items.slice(skipped), byId),
    nextCursor,
    previousCursor: previousCursor ?? newerThan(status === 'failed' ? positionAt(settled) : lowestIdAt(settled)),
  }
}
