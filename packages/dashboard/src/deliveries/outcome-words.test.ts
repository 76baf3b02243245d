import { expect, test } from 'vitest'
import { outcomeText } from './outcome-words.ts'

test.each([
  [{ status: 200, cause: null }, '200'],
  [{ status: 503, cause: 'server_error' }, '503 Server error'],
  [{ status: null, cause: 'dns' }, 'DNS lookup failed'],
  [{ status: null, cause: null }, ''],
] as const)('describes %o as %s', (outcome, text) => {
  expect(outcomeText(outcome)).toBe(text)
})
