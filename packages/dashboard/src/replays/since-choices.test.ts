import { expect, test } from 'vitest'
import { countText, periodText, sinceOf } from './since-choices.ts'

test('rounds the time down to the minute', () => {
  const now = Date.parse('2026-11-21T06:00:59.999Z')
  expect(sinceOf(3_600_000, now)).toBe('2026-11-21T05:00:00.000Z')
})

test.each([
  [0, false, '0 deliveries'],
  [1, false, '1 delivery'],
  [1132, false, '1,132 deliveries'],
  [10_000, true, '10,000 or more deliveries'],
])('%i (or more: %s) is shown as %s', (count, orMore, text) => {
  expect(countText(count, orMore)).toBe(text)
})

const [from, to] = ['2026-11-21T05:00:00.000Z', '2026-11-21T06:00:00.000Z']

test.each([
  [from, to, /^between 21 Nov 2026, .+ and 21 Nov 2026, /],
  [from, undefined, /^since 21 Nov 2026, /],
  [undefined, to, /^until 21 Nov 2026, /],
  [undefined, undefined, /^in the last 30 days$/],
])('describes the time from %s to %s', (since, until, text) => {
  expect(periodText(since, until)).toMatch(text)
})
