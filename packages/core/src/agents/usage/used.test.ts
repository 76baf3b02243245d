import { expect, test } from 'vitest'
import { judgeLimit, usedInMonth } from './used.ts'

test('the usage of a month is what was counted since its start', () => {
  const count = { turns: 5, inputTokens: 90, outputTokens: 20, microUsd: 7 }
  const unused = { cachedTokens: 0, voiceSeconds: 0, savedMessages: 0 }
  expect(usedInMonth(count)).toEqual({ ...count, ...unused })
  expect(usedInMonth({ ...count, monthStart: { turns: 3, inputTokens: 50, outputTokens: 20, microUsd: 4 } })).toEqual({
    turns: 2,
    inputTokens: 40,
    outputTokens: 0,
    microUsd: 3,
    ...unused,
  })
})

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
