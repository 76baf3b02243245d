import { listNewestFirst, type ReadPart } from '../../platform/paging/newest-first.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { boundsOf, type FailedRange, notReplayedOf, replayedOf } from './failed-index.ts'

/** A count of this value means "this many or more". */
export const COUNTED_AT_MOST = 10_000

/**
 * Returns how many deliveries of a webhook failed in `range` and were not replayed. The count is exact below 10,000;
 * 10,000 means that many or more and costs about 1,500 read units. `now` in milliseconds. Failures of the last second
 * may be missing.
 */
export async function countNotReplayed(webhookId: string, range: FailedRange, now: number): Promise<number> {
  const { from, to } = boundsOf(range)
  let count = 0
  let cursor: string | null = null
  if (from > to) return count
  do {
    const read: { data: { expiresAt: number }[]; cursor: string | null } = await DeliveryEntity.query
      .failed({ failedIn: notReplayedOf(webhookId) })
      .between({ failedAt: from }, { failedAt: to })
      .go({ limit: COUNTED_AT_MOST - count, cursor, attributes: ['expiresAt'] })
    count += read.data.filter((delivery) => isKept(delivery, now)).length
    cursor = read.cursor
  } while (cursor !== null && count < COUNTED_AT_MOST)
  return count
}

/**
 * Returns the next deliveries that failed in `range` and were not replayed, oldest failure first, from behind the
 * position `after`. `last` is the position of the last one read, or undefined if there are no more. Reads at most 1 MB.
 */
export async function listNotReplayed(
  webhookId: string,
  range: FailedRange,
  { after, limit, now }: { readonly after?: string; readonly limit: number; readonly now: number },
): Promise<{ deliveries: DeliveryItem[]; last: string | undefined }> {
  const { from, to } = boundsOf(range, after)
  if (from > to) return { deliveries: [], last: undefined }
  const { data, cursor } = await DeliveryEntity.query
    .failed({ failedIn: notReplayedOf(webhookId) })
    .between({ failedAt: from }, { failedAt: to })
    .go({ limit })
  return {
    deliveries: data.filter((delivery) => isKept(delivery, now)),
    last: cursor === null ? undefined : data.at(-1)?.failedAt,
  }
}

/**
 * Returns a page of a webhook's failed deliveries, replayed or not, latest failure first. `cursor` is the `nextCursor`
 * of the previous page; `now` in milliseconds. The caller checks that the webhook belongs to the organisation.
 */
export async function listFailedDeliveries(
  webhookId: string,
  query: FailedRange & { readonly cursor?: string; readonly limit: number },
  now: number,
): Promise<{ items: DeliveryItem[]; nextCursor: string | null }> {
  const { cursor, limit } = query
  const parts = [notReplayedOf(webhookId), replayedOf(webhookId)].map((failedIn) => positionsIn(failedIn, query, now))
  const { items, nextCursor } = await listNewestFirst(parts, { cursor, limit, each: limit })
  return { items: items.map(({ delivery }) => delivery), nextCursor }
}

/** Reads deliveries by their index positions, which sort by time. */
function positionsIn(
  failedIn: string,
  range: FailedRange,
  now: number,
): ReadPart<{ id: string; delivery: DeliveryItem }> {
  const { from, to } = boundsOf(range)
  return async ({ before, limit }) => {
    const last = before !== undefined && before < to ? before : to
    if (from > last) return { items: [], end: null }
    const { data, cursor } = await DeliveryEntity.query
      .failed({ failedIn })
      .between({ failedAt: from }, { failedAt: last })
      // One more, because the range includes `before` itself.
      .go({ limit: limit + 1, order: 'desc' })
    const positions = data.map((delivery) => ({ id: delivery.failedAt ?? '', delivery }))
    return {
      items: positions.filter(({ id, delivery }) => id !== before && isKept(delivery, now)),
      end: cursor === null ? null : (positions.at(-1)?.id ?? null),
    }
  }
}

function isKept({ expiresAt }: { readonly expiresAt: number }, now: number): boolean {
  return expiresAt > now / 1000
}
