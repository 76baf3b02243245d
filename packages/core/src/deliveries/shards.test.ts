import { expect, test } from 'vitest'
import { derivedTimeId } from '../platform/clock.ts'
import { allShards, MOST_SHARDS, shardOf, shardsOfId } from './shards.ts'

const ids = Array.from({ length: 3200 }, (_, n) => derivedTimeId(1_795_167_600_000 + n, String(n)))

test.each([1, 2, 4, 8, 16])('distributes ids evenly over %i shards', (count) => {
  const sizes = [...Map.groupBy(ids, (id) => shardOf(id, count)).values()].map(({ length }) => length)
  expect(sizes).toHaveLength(count)
  for (const size of sizes) expect(Math.abs(size / (ids.length / count) - 1)).toBeLessThan(0.35)
})

test('an id is found in its shard of every smaller count', () => {
  for (const id of ids.slice(0, 100))
    for (let count = 1; count <= MOST_SHARDS; count *= 2)
      for (let earlier = 1; earlier <= count; earlier *= 2)
        expect(shardsOfId(id, count)).toContain(shardOf(id, earlier))
})

test('a webhook without a count has the shard of earlier releases', () => {
  expect(allShards({})).toEqual(['0'])
  expect(shardsOfId(ids[0] ?? '')).toEqual(['0'])
  expect(allShards({ shards: 4 })).toEqual(['0', '1', '2', '3'])
})
