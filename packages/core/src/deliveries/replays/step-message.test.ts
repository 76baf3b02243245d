import { expect, test } from 'vitest'
import { overdueStep, stepMessage } from './step-message.ts'

const NOW = 1_795_167_600_000
const TIMES = { now: NOW, dueBefore: NOW - 600_000 }
const replay = {
  organizationId: 'o1',
  webhookId: 'w1',
  id: 'r1',
  step: 3,
  status: 'running',
  updatedAt: NOW - 600_001,
  expiresAt: NOW / 1000 + 1,
} as const

test('a step waits a second, so that a replay sends at most 25 deliveries in it', () => {
  const reference = { organizationId: 'o1', webhookId: 'w1', replayId: 'r1', step: 3 }
  expect(stepMessage(replay)).toEqual({ q: 'replays', g: 'o1', b: JSON.stringify(reference), d: 1 })
})

test('the message of a step that is overdue is that step’s', () => {
  expect(overdueStep(replay, TIMES)).toEqual({ queue: 'replays', group: 'o1', body: stepMessage(replay).b })
})

test.each([
  ['was made lately', { updatedAt: TIMES.dueBefore }],
  ['is done', { status: 'done' }],
  ['is cancelled', { status: 'cancelled' }],
  ['has expired', { expiresAt: NOW / 1000 }],
] as const)('no step is overdue of a replay that %s', (_, change) => {
  expect(overdueStep({ ...replay, ...change }, TIMES)).toBeUndefined()
})
