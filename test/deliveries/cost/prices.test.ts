import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { realisticCost, STORED_DOLLARS, withMemory } from './prices.ts'

/** Measured on an idle machine, with the dashboard's statistics. */
const MESSAGE = { inbound: 6.1, answered: 18 }
const WINDOW = 22.1

test('docs/performance.md has the realistic month', () => {
  const page = readFileSync('docs/performance.md', 'utf8')
  const months = [
    realisticCost({ message: MESSAGE.inbound, storage: STORED_DOLLARS.inbound }),
    realisticCost({ message: MESSAGE.inbound, storage: STORED_DOLLARS.inbound, window: WINDOW }),
    realisticCost({ message: MESSAGE.answered, storage: STORED_DOLLARS.answered, isAnswered: true }),
  ]
  const written = (usd: number) => (usd === 0 ? '0' : usd.toFixed(2))
  for (const part of ['message', 'service window', 'keys', 'wait for the model', 'storage'] as const)
    expect(page).toContain(`| ${[part, ...months.map((month) => written(month[part]))].join(' | ')} |`)
  const totals = months.map(({ total }) => `**${written(total)}**`)
  expect(page).toContain(`| ${['**total**', ...totals].join(' | ')} |`)
})

test('waiting costs less with less memory, and processing the same', () => {
  const cost = (megabytes: number, use: Parameters<typeof withMemory>[1]) => withMemory(megabytes, use).dollars
  expect(cost(256, { processor: 0, waits: 3 })).toBeCloseTo(10, 1)
  expect(cost(512, { processor: 0, waits: 3 })).toBeCloseTo(20, 1)
  expect(cost(256, { processor: 0.05, waits: 0 })).toBeCloseTo(cost(1024, { processor: 0.05, waits: 0 }))
})
