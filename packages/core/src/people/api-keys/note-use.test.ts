import { expect, test } from 'vitest'
import { isUseDue } from './note-use.ts'

const HOUR = 3_600_000
const NOW = 1_795_000_000_000

test.each([
  ['for a key that was never used', { listedIn: 'o' }, true],
  ['an hour after the last use', { listedIn: 'o', lastUsedAt: NOW - HOUR }, true],
  ['within the hour', { listedIn: 'o', lastUsedAt: NOW - HOUR + 1 }, false],
  ['for a key that is not listed', {}, true],
])('records a use %s: %o → %s', (_, key, due) => {
  expect(isUseDue(key, NOW)).toBe(due)
})
