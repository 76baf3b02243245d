import { expect, test } from 'vitest'
import { isUseNews } from './note-use.ts'

const HOUR = 3_600_000
const NOW = 1_795_000_000_000

test.each([
  ['of a key that was never used', { listedIn: 'o' }, true],
  ['an hour after the last', { listedIn: 'o', lastUsedAt: NOW - HOUR }, true],
  ['within the hour', { listedIn: 'o', lastUsedAt: NOW - HOUR + 1 }, false],
  ['of a key that is in no list yet', {}, true],
])('a use is written down %s: %o → %s', (_, key, news) => {
  expect(isUseNews(key, NOW)).toBe(news)
})
