import { expect, test } from 'vitest'
import { hoursText } from './health.ts'

test('summarizes the hours', () => {
  const hour = '2026-11-21T05:00:00.000Z'
  expect(
    hoursText([
      { hour, delivered: 3, failed: 1, pending: 0 },
      { hour, delivered: 2, failed: 0, pending: 1 },
    ]),
  ).toBe('Last 24 hours: 5 delivered, 1 failed, 1 pending')
  expect(hoursText([])).toBe('Last 24 hours: 0 delivered, 0 failed')
})
