import * as v from 'valibot'
import { expect, test } from 'vitest'
import { storable } from './storable.ts'

const Content = v.pipe(v.unknown(), storable())
const issuesOf = (value: unknown) =>
  v.safeParse(Content, value).issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) ?? []
const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

test.each([
  ['20 levels', nested(20)],
  ['no value', undefined],
  ['64 KB', ['x'.repeat(64 * 1024 - 4)]],
  ['the numbers of JavaScript and DynamoDB', [0, -0, 0.1, 1e-130, -(2 ** 53) + 1, 2 ** 53 - 1]],
  ['texts', { é: ['💩', ''] }],
])('accepts %s', (_, value) => {
  expect(issuesOf(value)).toEqual([])
})

const SIZE = 'must be 0 or have a size between 1e-130 and 9007199254740991'
const NAMES = 'must have field names of well-formed Unicode, none empty'

test.each([
  ['21 levels', { a: [nested(19)] }, /^a\.0\.0\.[0.]+: must not be nested deeper than 20 levels$/],
  ['5,000 levels', nested(5000), /: must not be nested deeper than 20 levels$/],
  ['more than 64 KB', ['é'.repeat(32 * 1024)], 'null: must be at most 64 KB as JSON'],
  ['a large number', { a: { b: [1, 1e16] } }, `a.b.1: ${SIZE}`],
  ['a large integer', [12345678901234567890n], `0: ${SIZE}`],
  ['a tiny number', [5e-324], `0: ${SIZE}`],
  ['half of a surrogate pair', { a: '\ud83d' }, 'a: must be well-formed Unicode'],
  ['a name with half of a surrogate pair', { a: { '\ud83d': 1 } }, `a: ${NAMES}`],
  ['an empty name', { a: [{ '': 1 }] }, `a.0: ${NAMES}`],
  ['the first of two problems', [1e16, '\ud83d'], `0: ${SIZE}`],
])('rejects %s', (_, value, issue) => {
  expect(issuesOf(value)).toEqual([issue instanceof RegExp ? expect.stringMatching(issue) : issue])
})

test('does not check content with other issues', () => {
  const { issues } = v.safeParse(v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), storable()), ['', '\ud83d'])
  expect(issues?.map(({ type }) => type)).toEqual(['non_empty'])
})
