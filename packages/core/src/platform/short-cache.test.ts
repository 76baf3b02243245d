import { expect, test } from 'vitest'
import { ShortCache } from './short-cache.ts'

test('returns a value until it expires', () => {
  const cache = new ShortCache<string>(100)
  cache.set('a', 'one', 1000)
  expect(cache.get('a', 1099)).toBe('one')
  expect(cache.get('a', 1100)).toBeUndefined()
  expect(cache.get('b', 1000)).toBeUndefined()
})

test('deletes and replaces values', () => {
  const cache = new ShortCache<string>(100)
  cache.set('a', 'one', 1000)
  cache.set('a', 'two', 1050)
  expect(cache.get('a', 1120)).toBe('two')
  cache.delete('a')
  expect(cache.get('a', 1120)).toBeUndefined()
})

test('accepts a lifetime per value', () => {
  const cache = new ShortCache<string>(100)
  cache.set('a', 'one', 1000, 10)
  expect([cache.get('a', 1009), cache.get('a', 1010)]).toEqual(['one', undefined])
})

test('a full cache drops the value that was not used for longest', () => {
  const cache = new ShortCache<number>(100, 3)
  for (let n = 0; n < 3; n++) cache.set(String(n), n, 1000)
  cache.get('0', 1000)
  cache.set('3', 3, 1000)
  expect(['0', '1', '2', '3'].map((key) => cache.get(key, 1000))).toEqual([0, undefined, 2, 3])
})

test('reads a value once until it expires, and again if there was none', async () => {
  const cache = new ShortCache<number | null>(100)
  let reads = 0
  const read = (value: number | null | undefined) => async () => {
    reads += 1
    return value
  }
  expect(await cache.getOrRead('a', 0, read(undefined))).toBeUndefined()
  expect(await cache.getOrRead('a', 0, read(null))).toBeNull()
  expect(await cache.getOrRead('a', 99, read(2))).toBeNull()
  expect(await cache.getOrRead('a', 100, read(3))).toBe(3)
  expect(reads).toBe(3)
})
