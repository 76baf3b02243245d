import { None } from '@replywright/contract/fields.ts'
import { PageQuery } from '@replywright/contract/page.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { check, checkQuery } from './check.ts'

const Thing = v.object({
  name: v.pipe(v.string(), v.maxLength(3)),
  kind: v.optional(v.picklist(['a', 'b'])),
  one: v.optional(v.literal('x')),
  parts: v.optional(v.array(v.object({ size: v.pipe(v.number(), v.integer()) }))),
  whole: v.optional(v.pipe(v.number(), v.safeInteger())),
  count: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(9))),
  own: v.optional(v.pipe(v.string(), v.regex(/^\d$/, 'must be one digit'))),
  either: v.optional(v.union([v.string(), v.array(v.string())])),
  labels: v.optional(v.record(v.string(), v.unknown())),
  variant: v.optional(v.variant('type', [v.object({ type: v.literal('p') }), v.object({ type: v.literal('q') })])),
})

test.each([
  [{}, 'name: is required'],
  [{ name: 7 }, 'name: must be a string'],
  [{ name: null }, 'name: must be a string'],
  [{ name: 'long' }, 'name: must be at most 3 characters'],
  [{ name: 'n', kind: 'c' }, 'kind: must be one of "a", "b"'],
  [{ name: 'n', one: 'y' }, 'one: must be "x"'],
  [{ name: 'n', parts: {} }, 'parts: must be an array'],
  [{ name: 'n', parts: [7] }, 'parts.0: must be an object'],
  [{ name: 'n', parts: [{ size: 1.5 }] }, 'parts.0.size: must be a whole number'],
  [{ name: 'n', whole: 1.5 }, 'whole: must be a whole number'],
  [{ name: 'n', whole: 1e300 }, 'whole: must be between -9007199254740991 and 9007199254740991'],
  [{ name: 'n', count: -1 }, 'count: must be at least 0'],
  [{ name: 'n', count: 10 }, 'count: must be at most 9'],
  [{ name: 'n', count: 2n ** 60n }, 'count: must be between -9007199254740991 and 9007199254740991'],
  [{ name: 'n', own: 'x' }, 'own: must be one digit'],
  [{ name: 'n', either: 7 }, 'either: is invalid'],
  [{ name: 'n', variant: { type: 'r' } }, 'variant.type: must be one of "p", "q"'],
  [{ name: 'n', variant: {} }, 'variant.type: is required'],
  [{ name: 'n', variant: 7 }, 'variant: must be an object'],
  [[], 'body: must be an object'],
  [{ name: 'n', labels: ['a'] }, 'labels: must be an object'],
  [{ name: 'n', labels: [] }, 'labels: must be an object'],
  ['text', 'body: must be an object'],
])('%o: %s', (input, error) => {
  expect(() => check(Thing, input)).toThrow(expect.objectContaining({ message: error }))
})

test.each([
  ['ten', 'limit: must be a whole number'],
  ['1.5', 'limit: must be a whole number'],
  ['', 'limit: must be a whole number'],
  ['-1', 'limit: must be between 1 and 100'],
  ['0', 'limit: must be between 1 and 100'],
  ['101', 'limit: must be between 1 and 100'],
  ['9'.repeat(400), 'limit: must be between 1 and 100'],
])('a limit of %j: %s', (limit, error) => {
  expect(() => check(PageQuery, { limit })).toThrow(expect.objectContaining({ message: error }))
})

test('every invalid field has a detail', () => {
  expect(() => check(Thing, { kind: 1, name: 2 })).toThrow(
    expect.objectContaining({
      details: [
        { path: 'name', message: 'must be a string' },
        { path: 'kind', message: 'must be one of "a", "b"' },
      ],
    }),
  )
})

test.each([
  [PageQuery, { webhook: 'w', limit: '5' }, 'webhook: is unknown; use offset, limit, cursor'],
  [None, { expand: 'x' }, 'expand: is unknown; there are no query parameters'],
])('an unknown query parameter is rejected: %#', (schema, query, error) => {
  expect(() => checkQuery(schema, query)).toThrow(expect.objectContaining({ message: error }))
})

test('known query parameters are checked', () => {
  expect(checkQuery(PageQuery, { limit: '5' })).toMatchObject({ limit: 5 })
  expect(() => checkQuery(PageQuery, { limit: '0' })).toThrow('limit: must be between 1 and 100')
})
