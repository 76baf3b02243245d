import { expect, test } from 'vitest'
import { durationOf, readTime } from './duration.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')

test.each([
  ['30s', 30_000],
  ['10m', 600_000],
  ['2h', 7_200_000],
  ['7d', 604_800_000],
  ['2w', undefined],
  ['h', undefined],
  ['-1h', undefined],
  ['1.5h', undefined],
  ['', undefined],
])('the duration %j has %s ms', (text, milliseconds) => {
  expect(durationOf(text)).toBe(milliseconds)
})

test.each([
  ['1h', '2026-03-02T11:00:00.000Z'],
  ['1d', '2026-03-01T12:00:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T10:30', '2026-03-01T10:30:00.000Z'],
  ['2026-03-01 10:30:05', '2026-03-01T10:30:05.000Z'],
  ['2026-03-01T10:30:00+02:00', '2026-03-01T08:30:00.000Z'],
])('the time %j is %s', (text, time) => {
  expect(readTime('--since', text, NOW)).toBe(time)
})

test.each(['yesterday', '', '1w', '2026-02-30', '2026-04-31T10:00:00Z', '2026-13-01', '1', '999999999d'])(
  'the time %j is refused',
  (text) => {
    expect(() => readTime('--since', text, NOW)).toThrow(
      '--since must be a time such as 2026-11-20T16:00:00Z, or a duration before now such as 30m, 2h or 7d',
    )
  },
)
