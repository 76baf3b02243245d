import { expect, test } from 'vitest'
import { judgeLimit } from './judge-limit.ts'

test.each([
  [7_999_999, 10, 'free'],
  [8_000_000, 10, 'near'],
  [9_999_999, 10, 'near'],
  [10_000_000, 10, 'reached'],
  [0, 0, 'reached'],
  [10_000_000, null, 'free'],
] as const)('%i millionths of a USD with a limit of %s USD: %s', (microUsd, limitUsd, judgement) => {
  expect(judgeLimit({ limitUsd, microUsd })).toBe(judgement)
})
