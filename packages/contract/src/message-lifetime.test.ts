import { expect, test } from 'vitest'
import { lifetimeProblem } from './message-lifetime.ts'

test.each([
  ['AUTHENTICATION', 29, 30, 900, 901],
  ['UTILITY', 29, 30, 43_200, 43_201],
  ['MARKETING', 43_199, 43_200, 2_592_000, 2_592_001],
] as const)('a template of the category %s', (category, below, least, most, above) => {
  expect([least, most, null, undefined].map((seconds) => lifetimeProblem(category, seconds))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  for (const seconds of [below, above, 0, -1])
    expect(lifetimeProblem(category, seconds)).toBe(
      `must be between ${least} and ${most} for a template of the category ${category}`,
    )
})
