import { expect, test } from 'vitest'
import { healthOf, type LatestDelivery, lookedAtEach } from './health.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 21, 12, 30)

const delivery = (status: LatestDelivery['status'], hoursAgo: number): LatestDelivery => {
  const createdAt = NOW - hoursAgo * HOUR
  return {
    id: `${status}-${hoursAgo}`,
    status,
    createdAt,
    ...(status !== 'pending' && { finishedAt: createdAt + 1000 }),
  }
}
const latest = (...deliveries: LatestDelivery[]) => ({ deliveries, more: false, consecutiveFailures: 1 })

test('the success rate counts delivered and failed deliveries', () => {
  const deliveries = latest(
    delivery('pending', 0),
    delivery('delivered', 1),
    delivery('delivered', 2),
    delivery('failed', 3),
  )
  expect(healthOf(deliveries, NOW)).toMatchObject({
    successRate: 2 / 3,
    succeeded: 2,
    failed: 1,
    lookedAt: 4,
    lastFailureAt: '2026-11-21T09:30:01.000Z',
    consecutiveFailures: 1,
  })
})

test('there is no success rate without a delivered or failed delivery', () => {
  expect(healthOf(latest(delivery('pending', 0)), NOW)).toMatchObject({
    successRate: null,
    lastFailureAt: null,
  })
})

test('returns the last 24 hours, the current one last, without older deliveries', () => {
  const { hours } = healthOf(latest(delivery('delivered', 0), delivery('failed', 23), delivery('failed', 24)), NOW)
  expect(hours).toHaveLength(24)
  expect(hours.at(-1)).toEqual({ hour: '2026-11-21T12:00:00.000Z', delivered: 1, failed: 0, pending: 0 })
  expect(hours[0]).toEqual({ hour: '2026-11-20T13:00:00.000Z', delivered: 0, failed: 1, pending: 0 })
  expect(hours.reduce((sum, { failed }) => sum + failed, 0)).toBe(1)
})

test.each([
  [
    'for the whole day if there are no more deliveries',
    { deliveries: [delivery('failed', 2)], more: false },
    '2026-11-20T13:00:00.000Z',
  ],
  [
    'since the oldest delivery if there are more',
    { deliveries: [delivery('failed', 2)], more: true },
    '2026-11-21T10:30:00.000Z',
  ],
  [
    'for the whole day if the oldest delivery is older',
    { deliveries: [delivery('failed', 30)], more: true },
    '2026-11-20T13:00:00.000Z',
  ],
])('hours are complete %s', (_, deliveries, since) => {
  expect(healthOf({ ...deliveries, consecutiveFailures: 0 }, NOW).hoursSince).toBe(since)
})

test.each([
  [1, 100],
  [10, 100],
  [50, 20],
  [0, 100],
])('for each of %i webhooks, %i deliveries are read', (webhooks, each) => {
  expect(lookedAtEach(webhooks)).toBe(each)
})
