import { createConversions } from 'electrodb'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { invalidCursor } from '../../platform/paging/cursor.ts'
import { parseCursor, type ReadPart } from '../../platform/paging/newest-first.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { boundsOf, notReplayedOf, replayedOf } from './failed-index.ts'
import { firstIdAt } from './id-range.ts'
import { kindConditions } from './kind-conditions.ts'
import type { PartFilter } from './list-deliveries.ts'
import { matches, searchCondition } from './search.ts'

/** A failed delivery, with its position in the failure index as its id. */
export interface FailedPosition {
  readonly id: string
  readonly delivery: DeliveryItem
}

/** The conversions of the failure index. */
const failed = onFirstUse(() => createConversions(DeliveryEntity).byAccessPattern.failed)
const POSITION = /^\d{13}#[0-9a-f-]{36}$/

/** Checks a cursor of failed deliveries. Throws 400 if it is invalid. */
export function parseFailedCursor(cursor: string | undefined): void {
  if (cursor !== undefined && !POSITION.test(parseCursor(cursor).position)) throw invalidCursor()
}

/** Returns the failed deliveries of a webhook as parts of a list: those not replayed, and those replayed. */
export function failedPositions(webhookId: string, filter: PartFilter): ReadPart<FailedPosition>[] {
  const { replayed } = filter
  return [
    ...(replayed === true ? [] : [notReplayedOf(webhookId)]),
    ...(replayed === false ? [] : [replayedOf(webhookId)]),
  ].map((failedIn) => positionsIn(failedIn, filter))
}

function positionsIn(failedIn: string, filter: PartFilter): ReadPart<FailedPosition> {
  const { since = 0, until, searches, now } = filter
  // A delivery fails after its event.
  const { from: first, to: last } = boundsOf({ since, until: now })
  return async ({ from, direction, limit }) => {
    const lowest = from !== undefined && direction === 'newer' && from > first ? from : first
    const highest = from !== undefined && direction === 'older' && from < last ? from : last
    if (lowest > highest) return { items: [], end: null }
    const { data, cursor } = await DeliveryEntity.query
      .failed({ failedIn })
      .between({ failedAt: lowest }, { failedAt: highest })
      .where((delivery, operations) =>
        [
          operations.gt(delivery.expiresAt, Math.floor(now / 1000)),
          operations.gte(delivery.id, firstIdAt(since)),
          ...(until === undefined ? [] : [operations.lt(delivery.id, firstIdAt(until))]),
          ...kindConditions(filter, delivery, operations),
          ...searches.flatMap((search) => searchCondition(search, delivery, operations)),
        ].join(' AND '),
      )
      // One more, because the range includes `from` itself.
      .go({ limit: limit + (from === undefined ? 0 : 1), order: direction === 'older' ? 'desc' : 'asc' })
    const positions = data.map((delivery) => ({ id: delivery.failedAt ?? '', delivery }))
    return {
      items: positions.filter(
        ({ id, delivery }) => id !== from && searches.every((search) => matches(search, delivery)),
      ),
      end: endOf(cursor),
    }
  }
}

/** Returns the index position that a read reached, whether it passed the filter or not; null at the end. */
export function endOf(cursor: string | null): string | null {
  return cursor === null ? null : (failed.fromCursor.toComposite(cursor).failedAt ?? null)
}
