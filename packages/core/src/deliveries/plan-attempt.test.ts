import { expect, test } from 'vitest'
import { type PlannedDelivery, planAttempt } from './plan-attempt.ts'

const NOW = 1_795_167_600_000
const FIRST = { relayedAt: NOW - 200_000, sentAt: NOW - 199_000 }
const REDRIVEN = { relayedAt: NOW - 200_000, sentAt: NOW - 1000 }

function delivery(change: Partial<PlannedDelivery>): PlannedDelivery {
  return { status: 'pending', attemptCount: 0, roundStart: 0, ...change }
}
const exhausted = delivery({ status: 'failed', attemptCount: 4, exhausted: true, finishedAt: NOW - 60_000 })

test.each([
  ['a new delivery is attempted', delivery({}), FIRST, { kind: 'attempt' }],
  ['a delivered one is dropped', delivery({ status: 'delivered' }), FIRST, { kind: 'drop' }],
  [
    'a delivered one is dropped even when redriven',
    delivery({ status: 'delivered', finishedAt: NOW - 60_000 }),
    REDRIVEN,
    { kind: 'drop' },
  ],
  [
    'one whose retry is due is attempted',
    delivery({ attemptCount: 1, nextAttemptAt: NOW }),
    FIRST,
    { kind: 'attempt' },
  ],
  [
    'one whose retry is not due waits',
    delivery({ attemptCount: 1, nextAttemptAt: NOW + 9001 }),
    FIRST,
    { kind: 'wait', seconds: 10 },
  ],
  [
    'one refused by its endpoint is dropped',
    delivery({ status: 'failed', attemptCount: 1, exhausted: false, finishedAt: NOW }),
    FIRST,
    { kind: 'drop' },
  ],
  ['one whose retries are used up goes to the dead-letter queue', exhausted, FIRST, { kind: 'dead' }],
  ['an exhausted one that was redriven is opened again', exhausted, REDRIVEN, { kind: 'reopen' }],
  [
    'a repeat of the stream after the end is dropped',
    exhausted,
    { relayedAt: NOW - 30_000, sentAt: NOW - 29_000 },
    { kind: 'drop' },
  ],
] as const)('%s', (_, planned, message, plan) => {
  expect(planAttempt(planned, message, NOW)).toEqual(plan)
})
