import { expect, test } from 'vitest'
import { inShard } from './shard.ts'

test('all shards together contain every item once', () => {
  const items = ['a', 'b', 'c', 'd', 'e']
  expect(inShard('1/1', items)).toEqual(items)
  expect([inShard('1/2', items), inShard('2/2', items)]).toEqual([
    ['a', 'c', 'e'],
    ['b', 'd'],
  ])
})

test.each(['', '2', '0/2', '3/2', '1/0', 'a/b'])('rejects the shard %j', (shard) => {
  expect(() => inShard(shard, [])).toThrow('no shard')
})
