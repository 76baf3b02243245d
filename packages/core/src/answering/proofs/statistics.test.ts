import { expect, test } from 'vitest'
import { passPower, shareOf } from './statistics.ts'

test.each([
  // Values of Newcombe (1998), Two-sided confidence intervals for the single proportion, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [0, 0, 0, 1],
  [5, 5, 0.5655, 1],
])('the interval of %i of %i', (count, of, low, high) => {
  expect(shareOf(count, of)).toEqual({ count, of, low, high })
})

test.each([
  [3, 3, [1, 1, 1]],
  [2, 3, [0.6667, 0.3333, 0]],
  [0, 2, [0, 0]],
  [1, 1, [1]],
])('pass^k of %i of %i runs', (passed, runs, expected) => {
  expect(passPower(passed, runs)).toEqual(expected)
})
