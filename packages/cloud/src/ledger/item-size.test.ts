import { expect, test } from 'vitest'
import type { JsonObject } from '../resource.ts'
import { itemBytes } from './item-size.ts'

const CASES: readonly (readonly [JsonObject, number])[] = [
  [{}, 0],
  [{ pk: { S: 'abc' } }, 2 + 3],
  [{ schlüssel: { S: 'grün' } }, 10 + 5],
  [{ n: { N: '0' } }, 1 + 1],
  [{ n: { N: '27' } }, 1 + 2],
  [{ n: { N: '-27' } }, 1 + 3],
  [{ n: { N: '1763719200000' } }, 1 + 5],
  [{ n: { N: '0.001' } }, 1 + 2],
  [{ b: { B: Buffer.alloc(10).toString('base64') } }, 1 + 10],
  [{ b: { BOOL: true } }, 1 + 1],
  [{ b: { NULL: true } }, 1 + 1],
  [{ s: { SS: ['ab', 'c'] } }, 1 + 3],
  [{ s: { NS: ['1', '222'] } }, 1 + 2 + 3],
  [{ l: { L: [] } }, 1 + 3],
  [{ l: { L: [{ S: 'ab' }, { N: '1' }] } }, 1 + 3 + 1 + 2 + 1 + 2],
  [{ m: { M: { a: { S: 'b' }, c: { BOOL: false } } } }, 1 + 3 + 1 + 2 + 1 + 2],
]

test.each(CASES)('%j has %i bytes', (item, bytes) => {
  expect(itemBytes(item)).toBe(bytes)
})
