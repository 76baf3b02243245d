import { expect, test } from 'vitest'
import {
  clockTime,
  dayText,
  durationText,
  exactTime,
  fromLocalInput,
  relativeTime,
  toLocalInput,
} from './time-words.ts'

const NOW = Date.parse('2026-11-21T06:00:00.000Z')

test.each([
  [0, 'just now'],
  [-900, 'just now'],
  [-1_000, '1 s ago'],
  [-59_999, '59 s ago'],
  [-60_000, '1 min ago'],
  [-7_200_000, '2 h ago'],
  [-86_400_000 * 3, '3 d ago'],
  [-86_400_000 * 40, '12 Oct 2026'],
  [400, 'just now'],
  [5_000, 'just now'],
  [9_100, 'in 10 s'],
  [90_000, 'in 2 min'],
])('describes %i ms from now as %s', (offset, words) => {
  expect(relativeTime(NOW + offset, NOW)).toBe(words)
})

test("formats an exact time in the user's time zone and in UTC", () => {
  expect(exactTime(NOW, 'Asia/Kolkata')).toEqual({
    local: '21 Nov 2026, 11:30:00 GMT+5:30',
    utc: '2026-11-21T06:00:00.000Z',
  })
})

test('formats a time of today without its date', () => {
  expect(clockTime(NOW, NOW, 'Asia/Kolkata')).toBe('11:30:00')
  expect(clockTime(NOW - 12 * 3_600_000, NOW, 'Asia/Kolkata')).toBe('20 Nov, 23:30:00')
})

test('formats a day with its year if that is another one', () => {
  expect(dayText(NOW, NOW, 'UTC')).toBe('Saturday 21 November')
  expect(dayText(Date.parse('2025-12-31T20:00:00.000Z'), NOW, 'UTC')).toBe('Wednesday, 31 December 2025')
  expect(dayText(Date.parse('2025-12-31T20:00:00.000Z'), NOW, 'Asia/Kolkata')).toBe('Thursday 1 January')
})

test.each([
  [0.4, '0 ms'],
  [840, '840 ms'],
  [2_480, '2.5 s'],
  [999.6, '1 s'],
  [59_970, '1 min'],
  [60_000, '1 min'],
  [119_600, '2 min'],
  [90_000, '1 min 30 s'],
])('formats %i ms as %s', (milliseconds, words) => {
  expect(durationText(milliseconds)).toBe(words)
})

test('converts a time to local input and back, to the minute', () => {
  const at = '2026-02-03T04:05:00.000Z'
  expect(toLocalInput(at)).toMatch(/^2026-02-0[234]T\d\d:\d[05]$/)
  expect(fromLocalInput(toLocalInput(at))).toBe(at)
})

test('returns undefined for an empty or incomplete field', () => {
  expect(toLocalInput(undefined)).toBe('')
  expect(fromLocalInput('')).toBeUndefined()
  expect(fromLocalInput('2026-02-')).toBeUndefined()
})
