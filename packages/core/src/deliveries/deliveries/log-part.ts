import { createConversions } from 'electrodb'
import { validate as isUuid } from 'uuid'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { invalidCursor } from '../../platform/paging/cursor.ts'
import { parseCursor, type ReadPart } from '../../platform/paging/newest-first.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { firstIdAt, justBelow } from './id-range.ts'
import { kindConditions } from './kind-conditions.ts'
import type { PartFilter } from './list-deliveries.ts'
import { idRangeOf, matches, searchCondition } from './search.ts'

const FIRST_ID = '0'
const AFTER_EVERY_ID = 'g'
/** The conversions of the log's index, because the cursor of its query holds no other keys. */
const byId = onFirstUse(() => createConversions(DeliveryEntity).byAccessPattern.byId)

/** Checks a cursor of the log. Throws 400 if it is invalid. */
export function parseLogCursor(cursor: string | undefined): void {
  if (cursor !== undefined && !isUuid(parseCursor(cursor).position)) throw invalidCursor()
}

/** Returns a shard of a webhook's log as a part of a list. Its ids are the delivery ids, which sort by time. */
export function deliveriesOf(webhookId: string, shard: string, filter: PartFilter): ReadPart<DeliveryItem> {
  const { status, since, until, searches, now } = filter
  const ranges = searches.map(idRangeOf)
  return async ({ from, direction, limit }) => {
    const lowest = highestOf(
      FIRST_ID,
      ...ranges.map(({ first }) => first),
      since === undefined ? undefined : firstIdAt(since),
      from !== undefined && direction === 'newer' ? `${from}~` : undefined,
    )
    const highest = lowestOf(
      AFTER_EVERY_ID,
      ...ranges.map(({ last }) => last),
      until === undefined ? undefined : firstIdAt(until),
      from !== undefined && direction === 'older' ? justBelow(from) : undefined,
    )
    if (highest < lowest) return { items: [], end: null }
    const { data, cursor } = await DeliveryEntity.query
      .byId({ webhookId, shard })
      .between({ id: lowest }, { id: highest })
      .where((delivery, operations) =>
        [
          operations.gt(delivery.expiresAt, Math.floor(now / 1000)),
          ...(status ? [operations.eq(delivery.status, status)] : []),
          ...kindConditions(filter, delivery, operations),
          ...searches.flatMap((search) => searchCondition(search, delivery, operations)),
        ].join(' AND '),
      )
      .go({ limit, order: direction === 'older' ? 'desc' : 'asc' })
    return {
      items: data.filter((delivery) => searches.every((search) => matches(search, delivery))),
      end: cursor === null ? null : (byId.fromCursor.toComposite(cursor)?.id ?? null),
    }
  }
}

function highestOf(least: string, ...ids: readonly (string | undefined)[]): string {
  return ids.reduce<string>((highest, id) => (id !== undefined && id > highest ? id : highest), least)
}

function lowestOf(most: string, ...ids: readonly (string | undefined)[]): string {
  return ids.reduce<string>((lowest, id) => (id !== undefined && id < lowest ? id : lowest), most)
}
