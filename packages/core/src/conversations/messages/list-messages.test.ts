import { expect, test } from 'vitest'
import { countSeen } from './list-messages.ts'

test.each([
  ['all on one page, whatever was counted', 7, 0, 3, false, 3],
  ['none', 0, 0, 0, false, 0],
  ['the last page', 2, 20, 5, false, 25],
  ['a page that goes on, as counted', 30, 0, 20, true, 30],
  ['a page that goes on, counted too low', 3, 0, 20, true, 21],
  ['behind the end', 25, 40, 0, false, 25],
])('count of %s', (_, counted, offset, results, goesOn, count) => {
  expect(countSeen(counted, { offset }, results, goesOn)).toBe(count)
})
