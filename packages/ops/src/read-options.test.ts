import { expect, test, vi } from 'vitest'
import { readDuration, readLimit, readTime, readWord } from './read-options.ts'

const NOW = Date.parse('2026-11-20T16:00:00Z')

test.each([
  ['0s', 0],
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['2h', 7_200_000],
  ['7d', 604_800_000],
])('%s is %i ms', (text, milliseconds) => {
  expect(readDuration('older-than', text)).toBe(milliseconds)
  expect(readTime('since', text, NOW)).toBe(NOW - milliseconds)
})

test.each(['', '10', 'm', '-5m', '1.5h', '2w', '5 m'])('"%s" is not a duration', (text) => {
  expect(() => readDuration('older-than', text)).toThrow('--older-than must be a duration such as 30m')
})

test.each([
  ['2026-11-20T15:00:00Z', NOW - 3_600_000],
  ['2026-11-20T15:00:00.001Z', NOW - 3_599_999],
  ['2026-11-20T16:00:00+01:00', NOW - 3_600_000],
  ['2026-11-20', NOW - 16 * 3_600_000],
  ['2026-11-20T15:00', NOW - 3_600_000],
  ['2026-11-20 15:00:00', NOW - 3_600_000],
])('%s is a time, in UTC without a zone', (text, time) => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(readTime('since', text, NOW)).toBe(time)
  vi.unstubAllEnvs()
})

test.each(['yesterday', '5', '2026-13-01', '2026-02-30', '2026-11-20T99:00Z', '20.11.2026'])(
  '"%s" is not a time',
  (text) => {
    expect(() => readTime('since', text, NOW)).toThrow('--since must be a time')
  },
)

test('readLimit accepts whole numbers from 1 to 1000', () => {
  expect([readLimit('1'), readLimit('1000')]).toEqual([1, 1000])
  for (const text of ['0', '1001', '-1', '1e2', 'all', '']) expect(() => readLimit(text)).toThrow('--limit must be')
})

test('readWord accepts only the given words', () => {
  expect(readWord('status', 'failed', ['failed', 'pending'])).toBe('failed')
  expect(() => readWord('status', 'dead', ['failed', 'pending'])).toThrow('--status must be one of failed, pending')
})
