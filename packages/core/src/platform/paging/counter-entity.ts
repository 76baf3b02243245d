import { Entity, key } from '../table/entity.ts'
import { table } from '../table/table.ts'

/** The partition of a counter and all its shards. */
const partition = key('pk', 'count#${organizationId}#${noun}')

/**
 * The number of an organisation's items of one kind. Changed in the transaction that adds or removes an item, so that a
 * list's `count` is exact and costs one read. Access: by organisation and noun. No expiry.
 */
export const CounterEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'counter', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      /** Plural, as in the list's path: `numbers`. */
      noun: { type: 'string', required: true, readOnly: true },
      count: { type: 'number' },
    },
    indexes: {
      byNoun: {
        pk: partition,
        sk: key('sk', 'count'),
      },
    },
  },
  table,
)

/**
 * One shard of a counter that many concurrent transactions increment. All shards are in the counter's partition, so
 * that one query sums them. They share the entity's name with `CounterEntity`, whose single item counts as another
 * shard.
 */
export const CounterShardEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'counter', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      noun: { type: 'string', required: true, readOnly: true },
      shard: { type: 'string', required: true, readOnly: true },
      count: { type: 'number' },
    },
    indexes: {
      byNoun: {
        pk: partition,
        sk: key('sk', 'count${shard}'),
      },
    },
  },
  table,
)

/** Returns the shard (of 16) of the item with this id. Ids are hashes, so their last digit spreads evenly. */
export function counterShard(id: string): string {
  return `#${id.slice(-1)}`
}

/** Returns how many items of a kind an organisation has: the sum of the counter's shards, read strongly. */
export async function countOf(organizationId: string, noun: string): Promise<number> {
  const { data } = await CounterShardEntity.query
    .byNoun({ organizationId, noun })
    .go({ pages: 'all', consistent: true })
  return data.reduce((sum, { count = 0 }) => sum + count, 0)
}
