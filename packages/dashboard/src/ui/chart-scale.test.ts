import { expect, test } from 'vitest'
import { periodOf, periodText, timeTicks, valueText, valueTicks } from './chart-scale.ts'

const HOUR = 3_600_000
const NOON = Date.parse('2026-11-21T12:00:00.000Z')

test.each([
  [0, 'count', ['0', '1']],
  [3, 'count', ['0', '1', '2', '3']],
  [7, 'count', ['0', '2', '4', '6', '8']],
  [4_321, 'count', ['0', '2,000', '4,000', '6,000']],
  [100, 'percent', ['0%', '50%', '100%']],
  [0.07, 'percent', ['0%', '0.02%', '0.04%', '0.06%', '0.08%']],
  [830, 'ms', ['0', '500 ms', '1 s']],
  [70, 'seconds', ['0', '30 s', '1 min', '1 min 30 s']],
  [9_000, 'seconds', ['0', '1 h', '2 h', '3 h']],
  [1_300_000, 'seconds', ['0', '5 d', '10 d', '15 d', '20 d']],
] as const)('labels an axis up to %d %s with round values', (highest, unit, texts) => {
  expect(valueTicks(highest, unit).map((tick) => valueText(tick, unit))).toEqual(texts)
})

test('labels times at round local hours, and midnight with the date', () => {
  const texts = timeTicks(NOON - 24 * HOUR, NOON, 8, 'Asia/Kolkata').map(({ at, text }) => [(at - NOON) / HOUR, text])
  expect(texts.slice(0, 3)).toEqual([
    [-23.5, '18:00'],
    [-20.5, '21:00'],
    [-17.5, '21 Nov'],
  ])
  expect(texts.length).toBeLessThanOrEqual(8)
})

test.each([7, 30, 90])('labels %d days with dates', (days) => {
  const ticks = timeTicks(NOON - days * 24 * HOUR, NOON, 6, 'UTC')
  expect(ticks.length).toBeGreaterThan(1)
  expect(ticks.length).toBeLessThanOrEqual(7)
  expect(ticks.every(({ text }) => /^\d+ (Aug|Sept|Oct|Nov)$/.test(text))).toBe(true)
})

test('names a period by its length', () => {
  expect(periodText(NOON, HOUR, 'UTC')).toBe('Sat 21 Nov, 12:00')
  expect(periodText(NOON, 24 * HOUR, 'UTC')).toBe('Sat 21 Nov')
  expect(periodOf([0, HOUR, 3 * HOUR])).toBe(HOUR)
})
