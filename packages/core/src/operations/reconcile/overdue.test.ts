import { describe, expect, test } from 'vitest'
import { stepMessage } from '../../deliveries/replays/step-message.ts'
import { overdueDelivery, overdueStep, overdueTurn } from './overdue.ts'

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
  ['whose next attempt was due long ago', { ...pending, nextAttemptAt: NOW - 10 * MINUTE - 1 }],
])('a delivery %s is overdue, and its message is what the relay sent', (_, delivery) => {
  expect(overdueDelivery(delivery, TIMES)).toEqual({
    queue: 'deliveries',
    group: 'webhook',
    body: '{"deliveryId":"1"}',
    requestId: 'request',
  })
})

test.each([
  ['that is young', { ...pending, createdAt: NOW - 10 * MINUTE }],
  ['that was to be sent later', { ...pending, out: { ...out, d: 120 } }],
  ['whose next attempt is to come', { ...pending, nextAttemptAt: NOW + MINUTE }],
  ['whose next attempt was due a moment ago', { ...pending, nextAttemptAt: NOW - MINUTE }],
  ['that is delivered', { ...pending, status: 'delivered' as const }],
  ['that failed', { ...pending, status: 'failed' as const }],
  ['that has expired', { ...pending, expiresAt: NOW / 1000 }],
])('a delivery %s is not', (_, delivery) => {
  expect(overdueDelivery(delivery, TIMES)).toBeUndefined()
})

describe('the turn of a message', () => {
  const turn = { q: 'turns', g: 'conversation', b: '{"kind":"turn"}' } as const
  const asked = { takenAt: NOW - 11 * MINUTE, out: turn }

  test('that nobody has answered is overdue', () => {
    expect(overdueTurn(asked, TIMES)).toEqual({ queue: 'turns', group: 'conversation', body: '{"kind":"turn"}' })
  })

  test.each([
    ['that is young', { ...asked, takenAt: NOW - 10 * MINUTE }],
    ['that is settled', { ...asked, turnId: 'turn' }],
    ['that no agent was to answer', { takenAt: asked.takenAt }],
    ['that can be answered no more', { ...asked, takenAt: NOW - 24 * 60 * MINUTE - 1 }],
  ])('%s is not', (_, message) => {
    expect(overdueTurn(message, TIMES)).toBeUndefined()
  })
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
