import { expect, test } from 'vitest'
import { countSeen } from './list-messages.ts'

test.each([
  ['all messages on one page, whatever the stored count', 7, 0, 3, false, 3],
  ['no messages', 0, 0, 0, false, 0],
  ['the last page', 2, 20, 5, false, 25],
  ['a page with more to come', 30, 0, 20, true, 30],
  ['a page with more to come and a stored count that is too low', 3, 0, 20, true, 21],
  ['a page after the end', 25, 40, 0, false, 25],
])('counts %s', (_, counted, offset, results, hasMore, count) => {
  expect(countSeen(counted, { offset }, results, hasMore)).toBe(count)
})
