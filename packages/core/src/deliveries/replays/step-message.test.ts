import { expect, test } from 'vitest'
import { stepMessage } from './step-message.ts'

const replay = {
  organizationId: 'o1',
  webhookId: 'w1',
  id: 'r1',
  step: 3,
} as const

test('delays each step by a second, to limit a replay to one step per second', () => {
  const reference = { organizationId: 'o1', webhookId: 'w1', replayId: 'r1', step: 3 }
  expect(stepMessage(replay)).toEqual({ q: 'replays', g: 'o1', b: JSON.stringify(reference), d: 1 })
})
