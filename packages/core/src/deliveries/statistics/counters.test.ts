import { expect, test } from 'vitest'
import { attributeOf, blockKey, hoursOfItem } from './counters.ts'

const HOUR = 3_600_000
const EIGHT = Date.UTC(2026, 10, 21, 8)
const NOTHING = { created: 0, delivered: 0, failed: {}, latency: {} }

test('counts eight hours in one item', () => {
  const keys = [0, 7, 8].map((hour) => blockKey('w', EIGHT + hour * HOUR).sk)
  expect(keys).toEqual(['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z', '2026-11-21T16:00:00.000Z'])
  expect([0, 0.9, 1, 7.9].map((hours) => attributeOf(EIGHT + hours * HOUR, 'c'))).toEqual(['0c', '0c', '1c', '7c'])
})

test('reads what was counted, by hour', () => {
  const at = EIGHT + 2 * HOUR
  const counted = ['c', 'd', 'ftimeout', 'l3', 'l12'] as const
  const item = {
    ...blockKey('w', at),
    ...Object.fromEntries(counted.map((counter, n) => [attributeOf(at, counter), n + 1])),
  }
  const hours = hoursOfItem(item)
  expect(hours.map(([start]) => (start - EIGHT) / HOUR)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(hours[2]?.[1]).toEqual({ created: 1, delivered: 2, failed: { timeout: 3 }, latency: { 3: 4, 12: 5 } })
  expect(hours[1]?.[1]).toEqual(NOTHING)
})
