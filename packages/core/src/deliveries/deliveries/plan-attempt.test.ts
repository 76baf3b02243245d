import { expect, test } from 'vitest'
import { keptAttempts, type PlannedDelivery, planMessage } from './plan-attempt.ts'

const NOW = 1_795_167_600_000
const FIRST = { id: 'm1', relayedAt: NOW - 200_000, sentAt: NOW - 199_000 }
const COPY = { ...FIRST, id: 'm2' }
const REDRIVEN = { id: 'm3', relayedAt: NOW - 200_000, sentAt: NOW - 1000 }

function delivery(change: Partial<PlannedDelivery>): PlannedDelivery {
  return { status: 'pending', ...change }
}
const exhausted = delivery({ status: 'failed', exhausted: true, finishedAt: NOW - 60_000 })
const waiting = delivery({ carrier: 'm1', nextAttemptAt: NOW + 9001 })
const attempted = delivery({ carrier: 'm1', leaseUntil: NOW + 20_000 })

test.each([
  ['drops a message of a delivered delivery', delivery({ status: 'delivered' }), FIRST, { kind: 'drop' }],
  [
    'drops a redriven message of a delivered delivery',
    delivery({ status: 'delivered', finishedAt: NOW - 60_000 }),
    REDRIVEN,
    { kind: 'drop' },
  ],
  [
    'leaves a message to the dead-letter queue that was sent when the delivery failed',
    exhausted,
    { ...FIRST, relayedAt: NOW - 60_000, sentAt: NOW - 60_000 },
    { kind: 'dead' },
  ],
  [
    'drops a message of a failure without a time',
    delivery({ status: 'failed', exhausted: true }),
    FIRST,
    { kind: 'drop' },
  ],
  ['waits until the retry is due', waiting, FIRST, { kind: 'wait', seconds: 10 }],
  ['drops a copy of the message while a retry waits', waiting, COPY, { kind: 'drop' }],
  ['drops a redriven copy of the message while a retry waits', waiting, REDRIVEN, { kind: 'drop' }],
  [
    'waits with any message if the delivery has no carrier',
    delivery({ nextAttemptAt: NOW + 9001 }),
    COPY,
    { kind: 'wait', seconds: 10 },
  ],
  ['waits while an attempt for this message is running', attempted, FIRST, { kind: 'wait', seconds: 20 }],
  ['drops a copy of the message while an attempt is running', attempted, COPY, { kind: 'drop' }],
  [
    'drops a message of a delivery that its endpoint rejected',
    delivery({ status: 'failed', exhausted: false, finishedAt: NOW }),
    FIRST,
    { kind: 'drop' },
  ],
  ['sends a message whose retries are exhausted to the dead-letter queue', exhausted, FIRST, { kind: 'dead' }],
  ['reopens an exhausted delivery after a redrive', exhausted, REDRIVEN, { kind: 'reopen' }],
  [
    'drops a message that the relay repeats after the delivery ended',
    exhausted,
    { ...FIRST, relayedAt: NOW - 30_000, sentAt: NOW - 29_000 },
    { kind: 'drop' },
  ],
] as const)('%s', (_, planned, message, plan) => {
  expect(planMessage(planned, message, NOW)).toEqual(plan)
})

test.each([
  [4, 3, 4],
  [16, 3, 16],
  [40, 3, 16],
  [9, 0, 4],
])('of %i attempts with %i retries per round, the next round keeps the last %i', (made, retries, kept) => {
  const attempts = Array.from({ length: made }, (_, at) => ({ at, durationMs: 1 }))
  expect(keptAttempts({ attempts }, retries)).toEqual(attempts.slice(made - kept))
})

test('the first round begins without attempts', () => {
  expect(keptAttempts({}, 3)).toEqual([])
})
