/** The largest number of shards of a webhook's log: 16 partitions for 16,000 write units a second. */
export const MOST_SHARDS = 16

/** The shard of every delivery unless its webhook has more, and of events that are never frequent. */
export const FIRST_SHARD = '0'

/**
 * Returns the shard of a delivery id for a number of shards, which is a power of two. The last digit of an id is
 * random, or belongs to the hash of the event.
 */
export function shardOf(id: string, count = 1): string {
  return count === 1 ? FIRST_SHARD : String(Number.parseInt(id.slice(-1), 16) % count)
}

/** Returns the shards that an id can have: the number of shards may have been smaller when the delivery was written. */
export function shardsOfId(id: string, count = 1): string[] {
  const counts = Array.from({ length: Math.log2(count) + 1 }, (_, power) => 2 ** power)
  return [...new Set([FIRST_SHARD, ...counts.map((each) => shardOf(id, each))])]
}

/** Returns all shards of a webhook. */
export function allShards({ shards = 1 }: { readonly shards?: number | undefined }): string[] {
  return Array.from({ length: shards }, (_, shard) => String(shard))
}
