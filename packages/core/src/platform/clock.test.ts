import { expect, test } from 'vitest'
import { derivedId, derivedTimeId, lastMonths, monthOf, newId, timeOfId } from './clock.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[58][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('derives the same UUID from the same causes', () => {
  expect(derivedId('a', 'b')).toMatch(UUID)
  expect(derivedId('a', 'b')).toBe(derivedId('a', 'b'))
  expect(derivedId('a', 'b')).not.toBe(derivedId('ab', ''))
})

test('sorts derived time ids by time and distinguishes them by cause', () => {
  const early = derivedTimeId(1_795_167_600_000, 'z')
  const late = derivedTimeId(1_795_167_600_001, 'a')
  expect(early).toMatch(UUID)
  expect(early < late).toBe(true)
  expect(derivedTimeId(1_795_167_600_000, 'z')).toBe(early)
  expect(derivedTimeId(1_795_167_600_000, 'y')).not.toBe(early)
})

test('reads the time of a time-sorted id', () => {
  expect(timeOfId(derivedTimeId(1_795_167_600_000, 'z'))).toBe(1_795_167_600_000)
  expect(Math.abs(timeOfId(newId()) - Date.now())).toBeLessThan(60_000)
})

test('a month ends at midnight UTC', () => {
  expect(monthOf(Date.UTC(2026, 10, 30, 23, 59))).toBe('2026-11')
  expect(monthOf(Date.UTC(2026, 11, 1))).toBe('2026-12')
  expect(lastMonths(Date.UTC(2027, 0, 31, 23), 3)).toEqual(['2027-01', '2026-12', '2026-11'])
})
