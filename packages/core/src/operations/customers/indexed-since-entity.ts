import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * Since when every delivery can be found by its conversation: from its message, or by the index. Deliveries of an
 * earlier release can only be found by reading the logs. Access: the only item.
 */
const IndexedSinceEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'indexedSince', version: '1' },
    attributes: {
      of: { type: 'string', required: true, readOnly: true, default: 'deliveries' },
      /** Milliseconds since the epoch. */
      since: { type: 'number', required: true, readOnly: true },
    },
    indexes: { byName: { pk: key('pk', 'indexedSince'), sk: key('sk', '${of}') } },
  },
  table,
)

const KEY = { of: 'deliveries' }

/** Returns the time in milliseconds, or undefined if it is not known. */
export async function findIndexedSince(): Promise<number | undefined> {
  const { data } = await IndexedSinceEntity.get(KEY).go({ consistent: true })
  return data?.since
}

/** Stores that this release writes the deliveries, unless it is stored. Returns the stored time in milliseconds. */
export async function markIndexed(now: number): Promise<number> {
  const { data } = await IndexedSinceEntity.create({ ...KEY, since: now }).go({
    returnOnConditionCheckFailure: 'all_old',
  })
  return data?.since ?? now
}
