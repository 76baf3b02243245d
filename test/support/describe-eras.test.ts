import { expect, test } from 'vitest'
import { conclude, describeEra } from './describe-eras.ts'

const TODAY = '2026-11-29'
const ok = (date: string) => ({ date, what: 'a reply' })
const failing = (date: string) => ({ date, what: 'a document', problem: 'No (2635)' })

test('a day has its rules, and the calls that fail', () => {
  expect(describeEra('2026-09-20', TODAY, 'v26.0', [ok('2026-09-20')])).toEqual([
    '2026-09-20  1 of 1 kinds of messages are accepted with v26.0: marketing templates as other messages only, replies are free, no version has ended',
  ])
  const results = [ok(TODAY), failing(TODAY), { ...failing(TODAY), what: 'cards' }]
  expect(describeEra(TODAY, TODAY, 'v21.0', results)).toEqual([
    '2026-11-29 (today)  1 of 3 kinds of messages are accepted with v21.0: marketing templates on either path, replies are billed, v20.0 and older have ended',
    '  fails: a document, cards: No (2635)',
  ])
})

test.each([
  [
    [ok(TODAY), failing('2026-09-20')],
    'v26.0',
    'Nothing fails with v26.0 from today on, as far as rules are announced.',
  ],
  [
    [failing('2027-10-14'), failing('2027-01-21')],
    'v21.0',
    'From 2027-01-21 on, messages fail with v21.0. v21.0 ends on 2027-01-21: set a newer version with npm run ops -- provider set --base-url ….',
  ],
  [
    [ok(TODAY), failing('2027-10-14')],
    'v26.0',
    'From 2027-10-14 on, messages fail with v26.0. The service must be changed before.',
  ],
])('the conclusion of %j', (results, version, expected) => {
  expect(conclude(TODAY, version, results)).toBe(expected)
})
