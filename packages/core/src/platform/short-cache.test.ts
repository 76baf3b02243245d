import { expect, test } from 'vitest'
import { ShortCache } from './short-cache.ts'

test('a value is kept for its time, and not longer', () => {
  const cache = new ShortCache<string>(100)
  cache.set('a', 'one', 1000)
  expect(cache.get('a', 1099)).toBe('one')
  expect(cache.get('a', 1100)).toBeUndefined()
  expect(cache.get('b', 1000)).toBeUndefined()
})

test('a deleted value is gone, and a newer one replaces it', () => {
  const cache = new ShortCache<string>(100)
  cache.set('a', 'one', 1000)
  cache.set('a', 'two', 1050)
  expect(cache.get('a', 1120)).toBe('two')
  cache.delete('a')
  expect(cache.get('a', 1120)).toBeUndefined()
})

test('a value may have a time of its own', () => {
  const cache = new ShortCache<string>(100)
  cache.set('a', 'one', 1000, 10)
  expect([cache.get('a', 1009), cache.get('a', 1010)]).toEqual(['one', undefined])
})

test('a full cache starts empty again', () => {
  const cache = new ShortCache<number>(100)
  for (let n = 0; n <= 1000; n++) cache.set(String(n), n, 1000)
  expect([cache.get('999', 1000), cache.get('1000', 1000)]).toEqual([undefined, 1000])
})
