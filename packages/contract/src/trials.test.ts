import * as v from 'valibot'
import { expect, test } from 'vitest'
import { TrialInput } from './trials.ts'

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
const issuesOf = (toolResults: unknown) =>
  v.safeParse(TrialInput, { text: 'x', toolResults }).issues?.map((issue) => [v.getDotPath(issue), issue.message])

test('accepts results of tools of 100 levels and of 64 KB', () => {
  expect(issuesOf({ deep: nested(100), 'a text': 'x', 'an integer': 12345678901234567890n })).toBeUndefined()
  expect(issuesOf({ long: 'x'.repeat(64 * 1024 - '{"long":""}'.length) })).toBeUndefined()
})

test('refuses results of tools that are nested deeper or larger', () => {
  expect(issuesOf({ deep: nested(5000) })).toEqual([['toolResults.deep', 'must not be nested deeper than 100 levels']])
  expect(issuesOf({ long: 'x'.repeat(64 * 1024) })).toEqual([['toolResults', 'must be at most 64 KB as JSON']])
})
