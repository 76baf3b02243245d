import { expect, test } from 'vitest'
import { attemptOfRound, type PlannedDelivery, planMessage, retainedAttempts } from './plan-attempt.ts'

const NOW = 1_795_167_600_000
const FIRST = { id: 'm1', relayedAt: NOW - 200_000, sentAt: NOW - 199_000 }
const COPY = { ...FIRST, id: 'm2' }
const REDRIVEN = { id: 'm3', relayedAt: NOW - 200_000, sentAt: NOW - 1000 }

function delivery(change: Partial<PlannedDelivery>): PlannedDelivery {
  return { status: 'pending', attemptCount: 1, ...change }
}
const retryOf = (afterAttempt: number) => ({ ...COPY, id: 'retry', afterAttempt })
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
  [
    'waits in a new message if the retry is not due for long',
    delivery({ carrier: 'm1', nextAttemptAt: NOW + 2_000_001 }),
    FIRST,
    { kind: 'delay', seconds: 2001 },
  ],
  [
    'waits in flight for a lease, which is short',
    delivery({ carrier: 'm1', leaseUntil: NOW + 30_000 }),
    FIRST,
    { kind: 'wait', seconds: 30 },
  ],
  ['drops a retry of an attempt that was not recorded', delivery({}), retryOf(2), { kind: 'drop' }],
  [
    'drops a retry that the record does not name',
    delivery({ carrier: 'm1', nextAttemptAt: NOW + 9001 }),
    retryOf(1),
    { kind: 'drop' },
  ],
  [
    'drops a retry that was sent after the delivery ended',
    exhausted,
    { ...retryOf(1), relayedAt: NOW - 1000, sentAt: NOW - 1000 },
    { kind: 'drop' },
  ],
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
  expect(retainedAttempts({ attempts }, retries)).toEqual(attempts.slice(made - kept))
})

test.each([
  ['the first attempt', { attemptCount: 0, roundStart: 0 }, 1],
  ['the first retry', { attemptCount: 1, roundStart: 0 }, 2],
  ['the first retry after two copies of a first attempt', { attemptCount: 2, roundStart: 0, copies: 1 }, 2],
  ['the first attempt after a redrive', { attemptCount: 5, roundStart: 5 }, 1],
])('counts no copies: %s', (_, delivery, number) => {
  expect(attemptOfRound(delivery)).toBe(number)
})

test('the first round begins without attempts', () => {
  expect(retainedAttempts({}, 3)).toEqual([])
})
