import { expect, test } from 'vitest'
import { AFTER, BEFORE } from './design.ts'
import { cellsFor, usesOf } from './model.ts'
import { monthOf } from './month.ts'
import { QUOTAS } from './quotas.ts'
import { type Workload, workloadAt } from './workload.ts'

const usesAt = (rate: number, changed: Partial<Workload> = {}, design = AFTER) =>
  new Map(usesOf({ ...workloadAt(rate), ...changed }, design).map((use) => [use.quota.id, use]))
const amount = (uses: ReturnType<typeof usesAt>, id: string) => uses.get(id)?.amount ?? 0

test('knows the use of every quota, each with a source', () => {
  expect(usesAt(1000).size).toBe(QUOTAS.length)
  expect(new Set(QUOTAS.map(({ id }) => id)).size).toBe(QUOTAS.length)
})

test('a message that is delivered and not answered uses the units of its budget', () => {
  const uses = usesAt(1000, { answered: 0, watched: 0, failing: 0, hanging: 0, reads: 0 })
  expect(amount(uses, 'table-writes')).toBe(4000)
  expect(amount(uses, 'table-reads')).toBe(3500)
  expect(amount(uses, 'schedules')).toBe(0)
})

test('a window has two schedules, and one of them at a time', () => {
  const uses = usesAt(900, { 'per-window': 3, watched: 0.5 })
  expect(amount(uses, 'schedules')).toBe(150 * 86_400)
  expect(amount(uses, 'schedule-creations')).toBe(300)
  expect(amount(usesAt(900, { watched: 0.5 }, BEFORE), 'schedules')).toBe(300 * 86_400)
})

test('deliveries that wait for a retry are in flight only if the message waits in the queue', () => {
  const failing = { failing: 0.1, hanging: 0 }
  expect(amount(usesAt(10_000, failing, BEFORE), 'in-flight')).toBeGreaterThan(120_000)
  expect(amount(usesAt(10_000, failing, AFTER), 'in-flight')).toBeLessThan(10_000)
})

test('secrets are decrypted again if there are more of them than an environment caches, unless one data key opens all', () => {
  expect(amount(usesAt(1000, { webhooks: 900 }, BEFORE), 'key-requests')).toBe(0)
  expect(amount(usesAt(1000, { webhooks: 5000 }, BEFORE), 'key-requests')).toBeGreaterThan(800)
  expect(amount(usesAt(1000, { webhooks: 5_000_000 }, AFTER), 'key-requests')).toBeLessThan(1)
})

test('a model call reserves the largest output while it runs', () => {
  const reserving = (design: typeof AFTER) => amount(usesAt(100, { answered: 0.1 }, design), 'model-tokens')
  expect(reserving(AFTER)).toBe(10 * 60 * 1200 + 10 * 3 * 1800)
  expect(reserving(BEFORE)).toBe(10 * 60 * 1200 + 10 * 3 * 63_800)
})

test('a cell uses half of each quota that it shares, and of none that belongs to one webhook', () => {
  const uses = [...usesAt(10_000).values()]
  const [most] = uses.filter(({ quota }) => quota.scope === 'cell')
  expect(cellsFor(uses, () => true)).toEqual({
    count: Math.ceil((most?.share ?? 0) * 2),
    boundBy: most?.quota.name,
  })
  expect(cellsFor(uses, ({ id }) => id === 'webhook-writes').count).toBe(1)
})

test('twice the traffic of twice the customers costs twice as much', () => {
  const few = { webhooks: 100 }
  const [once, twice] = [1000, 2000].map((rate) => monthOf({ ...workloadAt(rate), ...few }, AFTER))
  for (const part of ['table', 'queues', 'logs', 'storage', 'model'])
    expect(twice?.[part]).toBeCloseTo(2 * (once?.[part] ?? 0), 4)
})
