import { expect, test } from 'vitest'
import { isClosingSoon, isWindowOpen, remainingText } from './window-words.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')

test.each([
  ['2026-11-22T11:05:00.000Z', '23 h 5 min'],
  ['2026-11-21T14:00:59.000Z', '2 h'],
  ['2026-11-21T12:04:05.900Z', '4:05'],
  ['2026-11-21T12:00:09.000Z', '0:09'],
  ['2026-11-21T12:00:00.000Z', ''],
  ['2026-11-21T11:00:00.000Z', ''],
])('shows the remaining time until %s as %o', (until, text) => {
  expect(remainingText(until, NOW)).toBe(text)
})

test('is closed at its end and before the first message', () => {
  expect(isWindowOpen('2026-11-21T12:00:00.001Z', NOW)).toBe(true)
  expect(isWindowOpen('2026-11-21T12:00:00.000Z', NOW)).toBe(false)
  expect(isWindowOpen(null, NOW)).toBe(false)
})

test('closes soon in the last ten minutes', () => {
  expect(isClosingSoon('2026-11-21T12:09:59.999Z', NOW)).toBe(true)
  expect(isClosingSoon('2026-11-21T12:10:00.000Z', NOW)).toBe(false)
})
