import { afterEach, expect, test, vi } from 'vitest'
import { type Check, checksAt, openGuardrail, reached, type Score } from './guardrail.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const ALL = { contentFilter: 0.6, promptAttack: 0.8, sensitiveInformation: 0.4 }
const NONE = { contentFilter: null, promptAttack: null, sensitiveInformation: null }

test.each([
  ['customer', ALL, ['contentFilter', 'promptAttack']],
  ['tool', ALL, ['promptAttack']],
  ['reply', ALL, ['contentFilter', 'sensitiveInformation']],
  ['customer', { ...ALL, promptAttack: null }, ['contentFilter']],
  ['tool', NONE, []],
] as const)('at the moment %s with %o checks %o', (moment, thresholds, checks) => {
  expect(checksAt(moment, thresholds)).toEqual(checks)
})

const score = (check: Check, value: number): Score => ({ check, name: 'X', score: value })

test.each([
  [[score('contentFilter', 0.6)], true],
  [[score('contentFilter', 0.5)], false],
  [[score('promptAttack', 0.6), score('sensitiveInformation', 0.4)], true],
  [[], false],
])('with the scores %o stops: %s', (scores, stops) => {
  expect(reached(scores, ALL) !== undefined).toBe(stops)
  expect(reached(scores, NONE)).toBeUndefined()
})

test.each([
  ['', ALL, 'text', false],
  ['bedrock', null, 'text', false],
  ['bedrock', NONE, 'text', false],
  ['bedrock', ALL, ' ', false],
  ['bedrock', ALL, 'text', true],
])('with the setting %o and thresholds %o calls for %o: %s', async (setting, guardrails, text, calls) => {
  vi.stubEnv('GUARDRAILS', setting)
  const scoreText = vi.fn(async () => [score('contentFilter', 1)])
  const check = openGuardrail({ guardrails }, { score: scoreText })
  const found = await check('customer', text, new AbortController().signal)
  expect([scoreText.mock.calls.length > 0, found !== undefined]).toEqual([calls, calls])
})
