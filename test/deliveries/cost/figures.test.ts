import { readFileSync } from 'node:fs'
import { AWS_MICRO_USD } from '@replywright/core/agents/usage/costs.ts'
import { expect, test } from 'vitest'
import { BUDGETS, type Budget } from './budgets.ts'
import { PRICES } from './prices.ts'

const README = readFileSync('README.md', 'utf8')
const PAGE = readFileSync('docs/performance.md', 'utf8')

/** Returns the cells of a row of docs/performance.md without emphasis. */
function cells(title: string): readonly string[] {
  const row = PAGE.split('\n').find((line) => line.startsWith(`| ${title} |`))
  if (!row) throw new Error(`docs/performance.md has no row "${title}"`)
  return row
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim().replaceAll('**', ''))
}

const [, idle = ''] = cells('0')
const [latency = ''] = cells('latency from sent to delivered, one message at a time')
const [ofMessage = ''] = cells('**total**')

test.each([
  `about ${Math.round(Number(ofMessage))} USD for a million messages to a webhook, with storage for a year,`,
  `about ${Math.round(Number.parseFloat(idle))} USD a month while idle`,
  `A delivery takes ${/\d+ ms/.exec(latency)} from`,
])('README.md has the figure of docs/performance.md: %s', (text) => {
  expect(README.replaceAll('\n', ' ')).toContain(text)
})

test.each([
  'customer message to one webhook, one at a time',
  'message to one webhook, also answered by an agent',
  'additional cost of a second attempt',
  'additional cost of the events `message.sent` and `message.status.delivered` of a message to one webhook',
  'API read of one conversation',
])('the cost of "%s" is the sum of its parts', (title) => {
  const [table = 0, queues = 0, requests = 0, logs = 0, compute = 0, total, write = 0, read = 0] =
    cells(title).map(Number)
  expect(table).toBeCloseTo(write * PRICES.writeUnits + read * PRICES.readUnits, 1)
  expect(total).toBeCloseTo(table + queues + requests + logs + compute, 1)
})

test.each([
  ['customer message to one webhook, one at a time', BUDGETS.inbound],
  ['message to one webhook, also answered by an agent', BUDGETS.answered],
  [
    'additional cost of the events `message.sent` and `message.status.delivered` of a message to one webhook',
    BUDGETS.outbound,
  ],
] as const)('"%s" has the units of its budget', (title, budget) => {
  const [, , , , , , write, read] = cells(title).map(Number)
  const sum = (of: 'write' | 'read') => Object.values<Budget[string]>(budget).reduce((all, usage) => all + usage[of], 0)
  expect([write, read]).toEqual([sum('write'), sum('read')])
})

test('the part of AWS in the cost of a message is that of the realistic month', () => {
  const [received = 0, , answered = 0] = cells('**total**').map(Number)
  const [, , wait = 0] = cells('wait for the model').map(Number)
  expect(AWS_MICRO_USD).toEqual({
    answered: Math.round(answered),
    received: Math.round(received),
    sent: Math.round(answered - received - wait),
  })
})
