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
  ['a delivered one is dropped', delivery({ status: 'delivered' }), FIRST, { kind: 'drop' }],
  [
    'a delivered one is dropped even when redriven',
    delivery({ status: 'delivered', finishedAt: NOW - 60_000 }),
    REDRIVEN,
    { kind: 'drop' },
  ],
  ['one whose retry is not due waits', waiting, FIRST, { kind: 'wait', seconds: 10 }],
  ['a copy of its message is dropped while it waits', waiting, COPY, { kind: 'drop' }],
  ['a redriven copy of its message, too', waiting, REDRIVEN, { kind: 'drop' }],
  [
    'one without a carrier waits with any message',
    delivery({ nextAttemptAt: NOW + 9001 }),
    COPY,
    { kind: 'wait', seconds: 10 },
  ],
  ['one that is attempted for this message waits', attempted, FIRST, { kind: 'wait', seconds: 20 }],
  ['a copy of its message is dropped while it is attempted', attempted, COPY, { kind: 'drop' }],
  [
    'one refused by its endpoint is dropped',
    delivery({ status: 'failed', exhausted: false, finishedAt: NOW }),
    FIRST,
    { kind: 'drop' },
  ],
  ['one whose retries are used up goes to the dead-letter queue', exhausted, FIRST, { kind: 'dead' }],
  ['an exhausted one that was redriven is opened again', exhausted, REDRIVEN, { kind: 'reopen' }],
  [
    'a repeat of the stream after the end is dropped',
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
])('of %i attempts with %i retries a round, the next round keeps the last %i', (made, retries, kept) => {
  const attempts = Array.from({ length: made }, (_, at) => ({ at, durationMs: 1 }))
  expect(keptAttempts({ attempts }, retries)).toEqual(attempts.slice(made - kept))
})
