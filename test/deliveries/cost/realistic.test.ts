import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costTables } from './page.ts'
import {
  billDollars,
  periodsAnEvent,
  realisticCost,
  statisticsDollars,
  totalOf,
  transferDollars,
  waitDollars,
} from './realistic.ts'

/** After a change of a price or a measured figure, put the output of `npm run bench -- cost page` into docs/performance.md. */
test.each(Object.entries(costTables()))('docs/performance.md has the table of the model: %s', (_, table) => {
  expect(readFileSync('docs/performance.md', 'utf8')).toContain(table)
})

test.each([
  ['events that are far apart', 0.001, 1],
  ['one expected', 1, 0.632],
  ['a hundred expected', 100, 0.01],
  ['none', 0, 1],
])('%s share their periods', (_, expected, periods) => {
  expect(periodsAnEvent(expected)).toBeCloseTo(periods, 2)
})

test('statistics of single messages cost a write each, and those of a busy webhook nearly nothing', () => {
  expect(statisticsDollars({ perSecond: 0.0001, counters: 1 })).toBeCloseTo(0.825, 2)
  expect(statisticsDollars({ perSecond: 0.38, counters: 5000 })).toBeCloseTo(0.65, 1)
  expect(statisticsDollars({ perSecond: 10, counters: 1 })).toBeCloseTo(0.004, 3)
})

test('the bill of a reply costs two units of the message, and less of the month if replies are close', () => {
  expect(billDollars({ perSecond: 0.0001, counters: 1 })).toBeCloseTo(2.625, 2)
  expect(billDollars({ perSecond: 100, counters: 1 })).toBeCloseTo(1.25, 2)
})

test('an answer waits and transfers more than a message to a webhook, and stores more', () => {
  const [plain, answered] = [realisticCost('subscribed'), realisticCost('answered')]
  expect(plain['wait for the model']).toBe(0)
  expect(answered['wait for the model']).toBeCloseTo(waitDollars(3, 256))
  expect(transferDollars(true)).toBeGreaterThan(transferDollars(false))
  expect(totalOf(answered)).toBeGreaterThan(totalOf(plain) + 20)
})

test('a measurement replaces the stored figure', () => {
  const parts = realisticCost('routed', { measured: { message: 1, storage: 2, window: 3 } })
  expect([parts.message, parts.storage, parts['service window']]).toEqual([1, 2, 1])
})
