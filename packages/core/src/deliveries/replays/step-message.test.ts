import { expect, test } from 'vitest'
import { stepMessage } from './step-message.ts'

const replay = {
  organizationId: 'o1',
  webhookId: 'w1',
  id: 'r1',
  step: 3,
} as const

test('a step waits a second, so that a replay sends at most 25 deliveries in it', () => {
  const reference = { organizationId: 'o1', webhookId: 'w1', replayId: 'r1', step: 3 }
  expect(stepMessage(replay)).toEqual({ q: 'replays', g: 'o1', b: JSON.stringify(reference), d: 1 })
})
