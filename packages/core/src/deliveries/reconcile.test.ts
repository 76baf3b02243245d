import { expect, test } from 'vitest'
import { overdueDelivery, overdueStep } from './reconcile.ts'
import { stepMessage } from './replays/replay-entity.ts'

const NOW = 1_795_167_600_000
const MINUTE = 60_000
const TIMES = { now: NOW, dueBefore: NOW - 10 * MINUTE }
const out = { q: 'deliveries', g: 'webhook', b: '{"deliveryId":"1"}', r: 'request' } as const
const pending = {
  status: 'pending' as const,
  createdAt: NOW - 11 * MINUTE,
  nextAttemptAt: undefined,
  expiresAt: NOW / 1000 + 60,
  out,
}

test.each([
  ['that was never attempted', pending],
  ['whose next attempt is overdue', { ...pending, nextAttemptAt: NOW - 10 * MINUTE - 1 }],
])('a delivery %s is overdue and has the message of the relay', (_, delivery) => {
  expect(overdueDelivery(delivery, TIMES)).toEqual(out)
})

test.each([
  ['that is recent', { ...pending, createdAt: NOW - 10 * MINUTE }],
  ['with a delay', { ...pending, out: { ...out, d: 120 } }],
  ['whose next attempt is not due', { ...pending, nextAttemptAt: NOW + MINUTE }],
  ['whose next attempt was due recently', { ...pending, nextAttemptAt: NOW - MINUTE }],
  ['that is delivered', { ...pending, status: 'delivered' as const }],
  ['that failed', { ...pending, status: 'failed' as const }],
  ['that has expired', { ...pending, expiresAt: NOW / 1000 }],
])('a delivery %s is not overdue', (_, delivery) => {
  expect(overdueDelivery(delivery, TIMES)).toBeUndefined()
})

const replay = {
  organizationId: 'o1',
  webhookId: 'w1',
  id: 'r1',
  step: 3,
  status: 'running',
  updatedAt: NOW - 10 * MINUTE - 1,
  expiresAt: NOW / 1000 + 1,
} as const

test('returns the message of an overdue step', () => {
  expect(overdueStep(replay, TIMES)).toEqual({ q: 'replays', g: 'o1', d: 1, b: stepMessage(replay).b })
})

test.each([
  ['was updated recently', { updatedAt: TIMES.dueBefore }],
  ['is done', { status: 'done' }],
  ['is cancelled', { status: 'cancelled' }],
  ['has expired', { expiresAt: NOW / 1000 }],
] as const)('returns no message for a replay that %s', (_, change) => {
  expect(overdueStep({ ...replay, ...change }, TIMES)).toBeUndefined()
})
