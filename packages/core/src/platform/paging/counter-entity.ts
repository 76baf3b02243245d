import { Entity, key } from '../table/entity.ts'
import { table } from '../table/table.ts'

/** The partition of a counter and of all its parts. */
const partition = key('pk', 'count#${organizationId}#${noun}')

/**
 * How many things of a kind an organisation has. Changed in the transaction that adds or removes one, so that a list's
 * `count` is exact and costs one read. Access: by organisation and noun. Kept without expiry.
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
 * One of the parts of a counter that many transactions raise at once. All parts are in the counter's partition, so that one
 * query sums them. They share the entity's name with `CounterEntity`, whose single item counts as another part.
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

/** Which of the 16 parts counts the thing with this id. Ids are hashes, so their last digit spreads them evenly. */
export function counterShard(id: string): string {
  return `#${id.slice(-1)}`
}

/** How many of a kind an organisation has: the sum of the counter's parts, read strongly. */
export async function countOf(organizationId: string, noun: string): Promise<number> {
  const { data } = await CounterShardEntity.query
    .byNoun({ organizationId, noun })
    .go({ pages: 'all', consistent: true })
  return data.reduce((sum, { count = 0 }) => sum + count, 0)
}
