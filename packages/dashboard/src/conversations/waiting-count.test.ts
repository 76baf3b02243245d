import { expect, test } from 'vitest'
import { waitingCount } from './waiting-count.ts'

test.each([
  [0, false, ''],
  [3, false, '3'],
  [100, false, '100'],
  [100, true, '100+'],
])('%i rows (more: %s) are the count %j', (length, hasMore, count) => {
  expect(waitingCount({ rows: Array.from({ length }), hasMore })).toBe(count)
})
