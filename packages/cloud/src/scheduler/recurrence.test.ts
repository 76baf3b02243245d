import { describe, expect, test } from 'vitest'
import { recurrenceOf, type Timing } from './recurrence.ts'

const ms = (iso: string) => Date.parse(iso)
const read = (timing: Partial<Timing>) =>
  recurrenceOf({ expression: '', timezone: 'UTC', anchor: 0, end: undefined, ...timing })

describe('at()', () => {
  test.each([
    ['UTC', '2026-11-21T09:30:00Z'],
    ['Europe/Berlin', '2026-11-21T08:30:00Z'],
    ['America/New_York', '2026-11-21T14:30:00Z'],
    ['Asia/Kolkata', '2026-11-21T04:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-20T19:30:00Z'],
  ])('is in local time of %s', (timezone, instant) => {
    expect(read({ expression: 'at(2026-11-21T09:30:00)', timezone }).firstFrom(0)).toBe(ms(instant))
  })

  test.each([
    ['in summer', '2026-07-01T12:00:00', '2026-07-01T10:00:00Z'],
    ['just before clocks go forward', '2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
    ['at an hour that clocks skip', '2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
    ['just after clocks went forward', '2026-03-29T03:00:00', '2026-03-29T01:00:00Z'],
    ['at an hour that comes twice', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
    ['just after clocks went back', '2026-10-25T03:00:00', '2026-10-25T02:00:00Z'],
  ])('%s', (_, local, instant) => {
    expect(read({ expression: `at(${local})`, timezone: 'Europe/Berlin' }).firstFrom(0)).toBe(ms(instant))
  })

  test('is due once', () => {
    const recurrence = read({ expression: 'at(2026-01-01T00:00:00)' })
    const instant = ms('2026-01-01T00:00:00Z')
    expect(recurrence.firstFrom(instant)).toBe(instant)
    expect(recurrence.firstFrom(instant + 1)).toBeUndefined()
    expect(recurrence.nextAfter(instant)).toBeUndefined()
  })
})

describe('rate()', () => {
  const anchor = ms('2026-01-01T00:00:00Z')

  test.each([
    ['rate(1 minute)', '2026-01-01T00:01:00Z'],
    ['rate(5 minutes)', '2026-01-01T00:05:00Z'],
    ['rate(2 hours)', '2026-01-01T02:00:00Z'],
    ['rate(1 day)', '2026-01-02T00:00:00Z'],
  ])('%s is due at its start and repeatedly', (expression, next) => {
    const recurrence = read({ expression, anchor })
    expect(recurrence.firstFrom(0)).toBe(anchor)
    expect(recurrence.nextAfter(anchor)).toBe(ms(next))
  })

  test('keeps its grid and its end', () => {
    const recurrence = read({ expression: 'rate(10 minutes)', anchor, end: ms('2026-01-01T00:30:00Z') })
    expect(recurrence.firstFrom(ms('2026-01-01T00:14:59Z'))).toBe(ms('2026-01-01T00:20:00Z'))
    expect(recurrence.nextAfter(ms('2026-01-01T00:20:00Z'))).toBe(ms('2026-01-01T00:30:00Z'))
    expect(recurrence.nextAfter(ms('2026-01-01T00:30:00Z'))).toBeUndefined()
  })
})

test.each([
  'at(2026-02-30T00:00:00)',
  'at(2026-01-01T25:00:00)',
  'at(2026-01-01)',
  'at(2026-01-01T00:00:00Z)',
  'rate(0 minutes)',
  'rate(1 second)',
  'rate(minute)',
  'cron(0 8 * * ? *)',
  '',
])('rejects %j', (expression) => {
  expect(() => read({ expression })).toThrow(RangeError)
})

test('rejects an unknown time zone', () => {
  expect(() => read({ expression: 'at(2026-01-01T00:00:00)', timezone: 'Europe/Atlantis' })).toThrow(RangeError)
})
