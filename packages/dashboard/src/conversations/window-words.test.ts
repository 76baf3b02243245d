import { expect, test } from 'vitest'
import { isClosingSoon, isWindowOpen, remainingText, windowText } from './window-words.ts'

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

test.each([
  [null, 'Opens for 24 hours when the customer writes.'],
  ['2026-11-22T11:05:00.000Z', 'Open until Sunday 11:05. Each customer message opens it for 24 hours.'],
  ['2026-11-21T11:00:00.000Z', 'Closed 1 h ago. Each customer message opens it for 24 hours.'],
  ['2026-10-01T11:00:00.000Z', 'Closed 1 Oct 2026. Each customer message opens it for 24 hours.'],
])('describes a window that is open until %s', (openUntil, text) => {
  expect(windowText({ isSandbox: false, window: { openUntil } }, NOW, 'UTC')).toBe(text)
  expect(windowText({ isSandbox: true, window: { openUntil } }, NOW, 'UTC')).toBe('')
})
