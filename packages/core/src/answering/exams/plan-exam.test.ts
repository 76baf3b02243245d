import { expect, test } from 'vitest'
import { chooseSample } from './choose-sample.ts'
import { examPeriod, examProofId, nextExamAt } from './plan-exam.ts'

const at = (time: string) => Date.parse(`${time}Z`)

test.each([
  ['later today', 3, '2026-03-02T02:59:59', '2026-03-02T03:00:00'],
  ['exactly now is tomorrow', 3, '2026-03-02T03:00:00', '2026-03-03T03:00:00'],
  ['tomorrow', 3, '2026-03-02T03:00:01', '2026-03-03T03:00:00'],
  ['midnight', 0, '2026-12-31T12:00:00', '2027-01-01T00:00:00'],
  ['the last hour', 23, '2026-02-28T23:30:00', '2026-03-01T23:00:00'],
] as const)('%s', (_, hour, now, next) => {
  expect(nextExamAt(hour, at(now))).toBe(at(next))
})

test('an exam of an agent has one proof for each date', () => {
  const id = (agentId: string, time: string) => examProofId('o', agentId, at(time))
  expect(id('a', '2026-03-02T03:00:00')).toBe(id('a', '2026-03-02T20:00:00'))
  expect(id('a', '2026-03-02T03:00:00')).not.toBe(id('a', '2026-03-03T03:00:00'))
  expect(id('a', '2026-03-02T03:00:00')).not.toBe(id('b', '2026-03-02T03:00:00'))
  expect(id('a', '2026-03-02T03:00:00') < id('a', '2026-03-03T03:00:00')).toBe(true)
  expect(examPeriod(at('2026-03-02T03:00:00'))).toEqual({
    since: at('2026-03-01T03:00:00'),
    until: at('2026-03-02T03:00:00'),
  })
})

test('a sample is by chance, and the same for the same proof', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `conversation ${index}`)
  const sample = chooseSample('p', ids, 10)
  expect(new Set(sample).size).toBe(10)
  expect(chooseSample('p', ids.toReversed(), 10)).toEqual(sample)
  expect(chooseSample('q', ids, 10)).not.toEqual(sample)
  expect(chooseSample('p', ids.slice(0, 3), 10)).toHaveLength(3)
})
