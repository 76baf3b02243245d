import { expect, test } from 'vitest'
import { eraOf, hasEnded } from './era.ts'

test.each([
  ['2026-09-20', 'messages', false],
  ['2026-09-30', 'both', false],
  ['2026-10-01', 'both', true],
  ['2027-10-13', 'both', true],
  ['2027-10-14', 'marketing_messages', true],
])('%s: marketing by %s, service messages billed: %s', (date, marketing, billsService) => {
  expect(eraOf(date)).toEqual({ date, marketing, billsService })
})

test('a version ends on its day', () => {
  expect([hasEnded('v21.0', '2027-01-20'), hasEnded('v21.0', '2027-01-21'), hasEnded('v26.0', '2040-01-01')]).toEqual([
    false,
    true,
    false,
  ])
})
