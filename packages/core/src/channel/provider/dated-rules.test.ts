import { expect, test } from 'vitest'
import { datedRules } from './dated-rules.ts'

const at = (date: string) => Date.parse(`${date}T12:00:00Z`)
const url = (version: string) => `https://graph.facebook.com/${version}`

test('names what ends within 180 days, the first first', () => {
  expect(datedRules(url('v26.0'), at('2026-11-28'))).toEqual({
    ends: ['in 54 days: Graph API v21.0', 'in 173 days: Graph API v22.0'],
    hasEnded: false,
  })
  expect(datedRules(url('v26.0'), at('2027-10-12')).ends).toEqual([
    'in 1 day: marketing templates as other messages',
    'in 129 days: Graph API v24.0',
  ])
})

test.each([
  ['v21.0', '2027-01-20', 'this stage uses v21.0, which ends in 1 days', false],
  ['v21.0', '2027-01-22', 'this stage uses v21.0, which ended on 2027-01-21', true],
  ['v23.0', '2026-12-01', 'this stage uses v23.0, which is older than 18 months', false],
  ['v24.0', '2026-11-28', undefined, false],
  ['v99.0', '2026-11-28', undefined, false],
])('of %s on %s: %s', (version, date, problem, hasEnded) => {
  expect(datedRules(url(version), at(date))).toMatchObject({ hasEnded, ...(problem && { problem }) })
  if (problem === undefined) expect(datedRules(url(version), at(date))).not.toHaveProperty('problem')
})
