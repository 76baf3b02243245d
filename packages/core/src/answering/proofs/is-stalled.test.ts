import { expect, test } from 'vitest'
import { isStalled } from './is-stalled.ts'

const HOUR = 3_600_000

test.each([
  ['queued', 23, false],
  ['queued', 24, true],
  ['running', 23, false],
  ['running', 25, true],
  ['done', 100, false],
  ['failed', 100, false],
] as const)('%s for %d hours: %s', (state, hours, stalled) => {
  expect(isStalled({ state, updatedAt: 1000 }, 1000 + hours * HOUR)).toBe(stalled)
})
