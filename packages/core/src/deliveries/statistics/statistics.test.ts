import { expect, test } from 'vitest'
import { blockKey, bucketOf, hoursOfItem, percentile } from './counters.ts'
import { summarize } from './statistics.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 21, 12, 30)
const item = (at: number, counters: object) => new Map(hoursOfItem({ ...blockKey('w', at), ...counters }))

test('percentiles are within the bucket of the response', () => {
  const histogram = { [bucketOf(40)]: 90, [bucketOf(1200)]: 10 }
  expect(percentile(histogram, 0.5)).toBe(41)
  expect(percentile(histogram, 0.95)).toBe(1250)
  expect(percentile({ [bucketOf(5)]: 20, [bucketOf(6)]: 20 }, 0.5)).toBe(5)
  expect(percentile({ [bucketOf(0)]: 20 }, 0.5)).toBe(3)
  expect(percentile({ [bucketOf(0)]: 19 }, 0.5)).toBeNull()
  expect(percentile({ [bucketOf(60_000)]: 20 }, 1)).toBe(10_000)
})

test('a period has the counters of its hours only, by step', () => {
  // The item of 08:00 to 16:00: hour 4 is 12:00.
  const today = item(NOW, { '4c': 5, '4d': 3, '4ftimeout': 1, '4fdns': 1, '3c': 2, '3d': 1, '4l2': 3 })
  const yesterday = item(NOW - 24 * HOUR, { '4c': 7, '4d': 7, '5c': 1, '5d': 1 })
  const counts = new Map([...today, ...yesterday])
  const day = summarize([counts], '24h', NOW)
  expect(day).toMatchObject({ since: '2026-11-20T13:00:00.000Z', delivered: 5, failed: 2, pending: 1 })
  expect(day.successRate).toBe(5 / 7)
  expect(day.causes).toEqual([
    { cause: 'dns', count: 1 },
    { cause: 'timeout', count: 1 },
  ])
  expect(day.points).toHaveLength(24)
  expect(day.points.at(-1)).toMatchObject({ start: '2026-11-21T12:00:00.000Z', delivered: 3, failed: 2, pending: 0 })
  const week = summarize([counts, counts], '7d', NOW)
  expect(week).toMatchObject({ delivered: 24, failed: 4, pending: 2 })
  expect(week.points).toHaveLength(28)
  expect(week.points.at(-1)).toMatchObject({ start: '2026-11-21T07:00:00.000Z', delivered: 8 })
  expect(week.points.map(({ delivered }) => delivered).filter((count) => count > 0)).toEqual([14, 2, 8])
  expect(summarize([counts], '30d', NOW).points).toHaveLength(30)
})

test('the most frequent causes are first, and percentiles are of all hours together', () => {
  const hours = item(NOW, { '3fdns': 1, '4fdns': 1, '4ftimeout': 3, '3l2': 10, '4l2': 10, '4l4': 10 })
  const { causes, p50, successRate } = summarize([hours, hours], '24h', NOW)
  expect(causes).toEqual([
    { cause: 'timeout', count: 6 },
    { cause: 'dns', count: 4 },
  ])
  expect(p50).toBe(percentile({ 2: 40, 4: 20 }, 0.5))
  expect(successRate).toBe(0)
  expect(summarize([item(NOW, { '4d': 1, '4fdns': 1 })], '24h', NOW).successRate).toBe(0.5)
  expect(summarize([], '24h', NOW).successRate).toBeNull()
  // What a disabled endpoint never got is a failure, but no failure of the endpoint.
  const disabled = item(NOW, { '4d': 1, '4fdns': 1, '4fwebhook_disabled': 8 })
  expect(summarize([disabled], '24h', NOW)).toMatchObject({ failed: 9, successRate: 0.5 })
  expect(summarize([item(NOW, { '4fwebhook_disabled': 3 })], '24h', NOW).successRate).toBeNull()
})

test('results of deliveries that were created before the counters began do not make others less pending', () => {
  const counts = item(NOW, { '3d': 4, '4c': 2, '4d': 1 })
  expect(summarize([counts], '24h', NOW)).toMatchObject({ delivered: 5, pending: 1, p50: null })
})
