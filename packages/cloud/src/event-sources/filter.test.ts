import { expect, test } from 'vitest'
import type { JsonObject } from '../resource.ts'
import { compileFilter } from './filter.ts'

function passes(pattern: JsonObject, record: unknown): boolean {
  return compileFilter({ Filters: [{ Pattern: JSON.stringify(pattern) }] })(record)
}

const record = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { out: { M: { q: { S: 'deliveries' } } }, n: { N: '5' }, tags: { SS: ['red', 'blue'] } } },
  body: { count: 5, kind: null, open: true, names: ['a', 'b'] },
}

test.each<[JsonObject, boolean]>([
  [{}, true],
  [{ eventName: ['INSERT'] }, true],
  [{ eventName: ['MODIFY', 'INSERT'] }, true],
  [{ eventName: ['REMOVE'] }, false],
  [{ eventName: ['INSERT'], dynamodb: { NewImage: { out: { M: { q: { S: [{ exists: true }] } } } } } }, true],
  [{ dynamodb: { NewImage: { out: { M: { z: { S: [{ exists: true }] } } } } } }, false],
  [{ dynamodb: { NewImage: { absent: { M: { q: { S: [{ exists: false }] } } } } } }, true],
  [{ dynamodb: { NewImage: { out: { M: [{ exists: true }] } } } }, false],
  [{ dynamodb: { NewImage: { tags: { SS: ['blue'] } } } }, true],
  [{ dynamodb: { NewImage: { n: { N: [{ numeric: ['=', 5] }] } } } }, false],
  [{ body: { count: [{ numeric: ['>', 0, '<=', 5] }] } }, true],
  [{ body: { count: [{ numeric: ['>', 5] }] } }, false],
  [{ body: { kind: [null], open: [true] } }, true],
  [{ body: { open: ['true'] } }, false],
  [{ eventName: [{ prefix: 'INS' }] }, true],
  [{ eventName: [{ suffix: 'SERT' }] }, true],
  [{ eventName: [{ 'equals-ignore-case': 'insert' }] }, true],
  [{ eventName: [{ 'anything-but': ['REMOVE', 'MODIFY'] }] }, true],
  [{ eventName: [{ 'anything-but': { prefix: 'INS' } }] }, false],
  [{ absent: [{ 'anything-but': 'x' }] }, false],
  [{ $or: [{ eventName: ['REMOVE'] }, { body: { names: ['b'] } }] }, true],
  [{ $or: [{ eventName: ['REMOVE'] }, { body: { names: ['c'] } }] }, false],
])('%o → %s', (pattern, expected) => {
  expect(passes(pattern, record)).toBe(expected)
})

test('accepts a record that matches one of several patterns, and every record without patterns', () => {
  const Filters = [{ Pattern: '{"a":["1"]}' }, { Pattern: '{"a":["2"]}' }]
  expect(['1', '2', '3'].map((a) => compileFilter({ Filters })({ a }))).toEqual([true, true, false])
  expect(compileFilter(undefined)({ a: '3' })).toBe(true)
})

test('throws for an unknown operator when compiling', () => {
  for (const Pattern of ['{"a":[{"wildcard":"x*"}]}', '{"a":"x"}', 'no json', '[]']) {
    expect(() => compileFilter({ Filters: [{ Pattern }] }), Pattern).toThrow()
  }
})
