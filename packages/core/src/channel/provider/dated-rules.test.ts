import { expect, test } from 'vitest'
import { datedRules } from './dated-rules.ts'

const at = (date: string) => Date.parse(`${date}T12:00:00Z`)
const url = (version: string) => `https://graph.facebook.com/${version}`

test('names what ends within 180 days, the first first, and whether the stage uses it', () => {
  expect(datedRules(url('v26.0'), at('2026-11-28'))).toEqual({
    ends: [
      'in 54 days: Graph API v21.0 (not used by this stage)',
      'in 173 days: Graph API v22.0 (not used by this stage)',
    ],
    hasEnded: false,
  })
  expect(datedRules(url('v24.0'), at('2027-10-12')).ends).toEqual([
    'in 1 day: marketing templates as other messages (concerns the accounts that the check of numbers names)',
    'in 129 days: Graph API v24.0 (this stage uses it)',
  ])
  expect(datedRules(url('v26.0'), at('2027-01-21')).ends[0]).toMatch(/^today: Graph API v21\.0/)
})

test.each([
  ['v20.0', '2026-11-28', 'this stage uses v20.0, which has ended', true],
  ['v9.0', '2026-11-28', 'this stage uses v9.0, which has ended', true],
  ['v21.0', '2027-01-20', 'this stage uses v21.0, which ends in 1 day, on 2027-01-21', false],
  ['v21.0', '2027-01-21', 'this stage uses v21.0, which ended on 2027-01-21', true],
  ['v21.0', '2027-01-22', 'this stage uses v21.0, which ended on 2027-01-21', true],
  ['v23.0', '2026-12-01', 'this stage uses v23.0, which is older than 18 months and ends on 2027-10-08', false],
  ['v26.0', '2028-03-01', 'this stage uses v26.0, which is older than 18 months', false],
  ['v24.0', '2026-11-28', undefined, false],
  ['v99.0', '2026-11-28', undefined, false],
])('of %s on %s: %s', (version, date, problem, hasEnded) => {
  expect(datedRules(url(version), at(date))).toEqual({
    ends: expect.any(Array),
    hasEnded,
    ...(problem && { problem }),
  })
})

test('nothing is known of an address without a version, such as that of a simulator', () => {
  expect(datedRules('http://127.0.0.1:3000', at('2026-11-28'))).toMatchObject({ hasEnded: false })
})
