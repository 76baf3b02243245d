import { entity, key } from '../table/entity.ts'

/**
 * The number of an organisation's items of one kind. Changed in the transaction that adds or removes an item, so that a
 * list's `count` is exact and costs one read. Access: by organisation and noun. No expiry.
 */
export const CounterEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'counter', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** Plural, as in the list's path: `numbers`. */
    noun: { type: 'string', required: true, readOnly: true },
    count: { type: 'number' },
  },
  indexes: {
    byNoun: { pk: key('pk', 'count#${organizationId}#${noun}'), sk: key('sk', 'count') },
  },
}))

/** Returns a condition: an organisation has fewer items than `limit`. */
export function hasRoomFor(limit: number): Parameters<ReturnType<typeof CounterEntity.remove>['where']>[0] {
  return ({ count }, { lt, notExists }) => `${notExists(count)} OR ${lt(count, limit)}`
}

/**
 * One shard of a counter that many concurrent transactions increment: 16 shards, in 4 partitions, so that a partition's
 * write units do not limit them. They share the entity's name with `CounterEntity`, whose single item counts as another
 * shard.
 */
export const CounterShardEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'counter', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    noun: { type: 'string', required: true, readOnly: true },
    part: { type: 'string', readOnly: true },
    shard: { type: 'string', required: true, readOnly: true },
    count: { type: 'number' },
  },
  indexes: {
    byNoun: { pk: key('pk', 'count#${organizationId}#${noun}${part}'), sk: key('sk', 'count${shard}') },
  },
}))

/** The parts of a counter with shards. The first one has the single item. */
const PARTS = ['', '/0', '/1', '/2', '/3']

/** Returns the shard (of 16) of the item with this id. Ids are hashes, so their last digit spreads evenly. */
export function counterShard(id: string): { readonly part: string; readonly shard: string } {
  const digit = id.slice(-1)
  return { part: `/${Number.parseInt(digit, 16) % 4}`, shard: `#${digit}` }
}

/** Returns how many items of a kind an organisation has, read strongly. */
export async function countOf(organizationId: string, noun: string): Promise<number> {
  return await countOfPart(organizationId, noun, '')
}

/** Returns the same for a counter with shards. */
export async function countOfShards(organizationId: string, noun: string): Promise<number> {
  const counts = await Promise.all(PARTS.map((part) => countOfPart(organizationId, noun, part)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function countOfPart(organizationId: string, noun: string, part: string): Promise<number> {
  const { data } = await CounterShardEntity.query
    .byNoun({ organizationId, noun, part })
    .go({ pages: 'all', consistent: true })
  return data.reduce((sum, { count = 0 }) => sum + count, 0)
}
