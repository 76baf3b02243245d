import type { EventName } from '@replywright/contract/envelope.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { createConversions } from 'electrodb'
import { isLive } from '../platform/clock.ts'
import { onFirstUse } from '../platform/on-first-use.ts'
import { parseCursor, type ReadPart } from '../platform/paging/newest-first.ts'
import { invalidCursor } from '../platform/paging/page.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { type FailedTimes, failedRange, firstIdAt, notReplayedOf, rangeBehind, replayedOf } from './index-range.ts'
import { type DeliveryFilter, filterConditions, matchesAll } from './search.ts'

/** Failures in a range of time, of one event or all. */
export interface FailedQuery extends FailedTimes {
  readonly event?: EventName
}

/** A count of this value means "this many or more". */
export const COUNTED_AT_MOST = 10_000

/**
 * Returns how many deliveries of a webhook failed in `range` and were not replayed. The count is exact below `atMost`,
 * which means that many or more. 10,000 cost about 1,500 read units. Failures of the last second may be missing.
 */
export async function countNotReplayed(
  webhookId: string,
  range: FailedQuery,
  now: EpochMs,
  atMost = COUNTED_AT_MOST,
): Promise<number> {
  let count = 0
  let cursor: string | null = null
  do {
    const read: { data: { expiresAt: number }[]; cursor: string | null } | undefined = await queryNotReplayed(
      webhookId,
      range,
    )?.go({ limit: atMost - count, cursor, attributes: ['expiresAt'] })
    count += read?.data.filter((delivery) => isLive(delivery, now)).length ?? 0
    cursor = read?.cursor ?? null
  } while (cursor !== null && count < atMost)
  return count
}

/**
 * Returns the next deliveries that failed in `range` and were not replayed, oldest failure first, from behind the
 * position `after`. `last` is the position of the last one read, or undefined if there are no more. Reads at most 1 MB.
 */
export async function listNotReplayed(
  webhookId: string,
  range: FailedQuery,
  { after, limit, now }: { readonly after?: string; readonly limit: number; readonly now: EpochMs },
): Promise<{ deliveries: DeliveryItem[]; last: string | undefined }> {
  const read = await queryNotReplayed(webhookId, range, after)?.go({ limit })
  return {
    deliveries: read?.data.filter((delivery) => isLive(delivery, now)) ?? [],
    last: positionOf(read?.cursor ?? null) ?? undefined,
  }
}

/**
 * Returns the query of failures behind the position `after`, or undefined if the range is empty. Without an event it
 * excludes test events, which tell a receiver nothing later.
 */
function queryNotReplayed(webhookId: string, { event, ...times }: FailedQuery, after?: string) {
  const { first, last } = rangeBehind(failedRange(times), after, 'newer')
  if (first > last) return undefined
  return DeliveryEntity.query
    .failed({ failedIn: notReplayedOf(webhookId) })
    .between({ failedAt: first }, { failedAt: last })
    .where((delivery, { eq, ne, notExists }) => {
      const isWanted = event ? eq(delivery.event, event) : ne(delivery.event, 'test.ping')
      return event === 'test.ping' ? isWanted : `${isWanted} AND ${notExists(delivery.test)}`
    })
}

/** A failed delivery, with its position in the failure index as its id. */
interface FailedPosition {
  readonly id: string
  readonly delivery: DeliveryItem
}

/** The conversions of the failure index. */
const failed = /* @__PURE__ */ onFirstUse(() => createConversions(DeliveryEntity).byAccessPattern.failed)
const POSITION = /^\d{13}#[0-9a-f-]{36}$/

/** Returns the index position that a read reached, whether it passed the filter or not; null at the end. */
function positionOf(cursor: string | null): string | null {
  return cursor === null ? null : (failed.fromCursor.toComposite(cursor).failedAt ?? null)
}

/** Checks a cursor of failed deliveries. Throws 400 if it is invalid. */
export function parseFailedCursor(cursor: string | undefined): void {
  if (cursor !== undefined && !POSITION.test(parseCursor(cursor).position)) throw invalidCursor()
}

/** Returns the failed deliveries of a webhook as parts of a list: those not replayed, and those replayed. */
export function failedParts(
  webhookId: string,
  replayed: boolean | undefined,
  filter: DeliveryFilter,
): ReadPart<FailedPosition>[] {
  return [
    ...(replayed === true ? [] : [notReplayedOf(webhookId)]),
    ...(replayed === false ? [] : [replayedOf(webhookId)]),
  ].map((failedIn) => failedPart(failedIn, filter))
}

function failedPart(failedIn: string, filter: DeliveryFilter): ReadPart<FailedPosition> {
  const { since = 0, until, now } = filter
  // A delivery fails after its event.
  const range = failedRange({ since, until: now })
  return async ({ from, direction, limit }) => {
    const { first, last } = rangeBehind(range, from, direction)
    if (first > last) return { items: [], end: null }
    const { data, cursor } = await DeliveryEntity.query
      .failed({ failedIn })
      .between({ failedAt: first }, { failedAt: last })
      .where((delivery, operations) =>
        [
          operations.gte(delivery.id, firstIdAt(since)),
          ...(until === undefined ? [] : [operations.lt(delivery.id, firstIdAt(until))]),
          ...filterConditions(filter, delivery, operations),
        ].join(' AND '),
      )
      .go({ limit, order: direction === 'older' ? 'desc' : 'asc' })
    const matching = data.filter((delivery) => matchesAll(filter.searches, delivery))
    return {
      items: matching.map((delivery) => ({ id: delivery.failedAt ?? '', delivery })),
      end: positionOf(cursor),
    }
  }
}
