import type { EventName } from '@messaging/contract/envelope.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { boundsOf, type FailedRange, notReplayedOf } from './failed-index.ts'
import { endOf } from './failed-positions.ts'

/** Failures in a range of time, of one event or all. */
export interface FailedQuery extends FailedRange {
  readonly event?: EventName
}

/** A count of this value means "this many or more". */
export const COUNTED_AT_MOST = 10_000

/**
 * Returns how many deliveries of a webhook failed in `range` and were not replayed. The count is exact below `atMost`,
 * which means that many or more. 10,000 cost about 1,500 read units. `now` in milliseconds. Failures of the last second
 * may be missing.
 */
export async function countNotReplayed(
  webhookId: string,
  range: FailedQuery,
  now: number,
  atMost = COUNTED_AT_MOST,
): Promise<number> {
  const { from, to } = boundsOf(range)
  const { event } = range
  let count = 0
  let cursor: string | null = null
  if (from > to) return count
  do {
    const read: { data: { expiresAt: number }[]; cursor: string | null } = await DeliveryEntity.query
      .failed({ failedIn: notReplayedOf(webhookId) })
      .between({ failedAt: from }, { failedAt: to })
      .where((delivery, { eq }) => (event ? eq(delivery.event, event) : ''))
      .go({ limit: atMost - count, cursor, attributes: ['expiresAt'] })
    count += read.data.filter((delivery) => isKept(delivery, now)).length
    cursor = read.cursor
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
  { after, limit, now }: { readonly after?: string; readonly limit: number; readonly now: number },
): Promise<{ deliveries: DeliveryItem[]; last: string | undefined }> {
  const { from, to } = boundsOf(range, after)
  const { event } = range
  if (from > to) return { deliveries: [], last: undefined }
  const { data, cursor } = await DeliveryEntity.query
    .failed({ failedIn: notReplayedOf(webhookId) })
    .between({ failedAt: from }, { failedAt: to })
    .where((delivery, { eq }) => (event ? eq(delivery.event, event) : ''))
    .go({ limit })
  return {
    deliveries: data.filter((delivery) => isKept(delivery, now)),
    last: endOf(cursor) ?? undefined,
  }
}

function isKept({ expiresAt }: { readonly expiresAt: number }, now: number): boolean {
  return expiresAt > now / 1000
}
