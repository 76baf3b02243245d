// @module-tag full
import type { Service } from '@messaging/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { BUDGETS, type Budget } from './cost/budgets.ts'
import { FLOWS } from './cost/flows.ts'
import { type Bills, Meter } from './cost/meter.ts'

/** The number of measured runs. Rare writes, such as a place in a list, are in fewer than half of them. */
const COUNT = 10

/**
 * The most that counting one message may write: one unit for each webhook and `statisticsDelaySeconds`. A message is created
 * in one of these periods and may be delivered in the next. Messages of the same period share the unit, so the number of
 * writes depends on the machine.
 */
const COUNTER = 'Counter'
const COUNTER_WRITES = 2

const meter = new Meter()
let service: Service

beforeAll(async () => {
  service = await startTestService({ log: (line) => meter.add(line) })
})
afterAll(() => service?.stop())

/** A commit that changes the cost of a flow changes its budget in `cost/budgets.ts` and the tables in docs/performance.md. */
const FLOW_NAMES = ['inbound', 'retry', 'answered', 'outbound', 'window', 'read'] as const
// On a busy machine a second worker of a function can start during the measurement. It reads its settings, once.
test.for(FLOW_NAMES)('%s uses exactly its budget', { retry: 1 }, async (name) => {
  const bills = await FLOWS[name].measure(meter, service, COUNT)
  const budget: Budget = BUDGETS[name]
  expect(usedOf(bills, budget, ROUNDING[name] ?? toHalfUnits)).toEqual(exactOf(budget))
  const counter = bills.get(COUNTER)?.writeUnits ?? 0
  expect(counter).toBeLessThanOrEqual(COUNTER_WRITES)
  if (name === 'inbound') expect(counter).toBeGreaterThan(0)
  for (const [fn, { log, executions }] of Object.entries(budget)) {
    expect(bills.get(fn)?.logBytes, fn).toBeLessThanOrEqual(log)
    expect(Math.round(bills.get(fn)?.invocations ?? 0), fn).toBeLessThanOrEqual(executions)
  }
})

type Round = (amount: number, wanted: number) => number
/** What differs by chance: the relay's requests for the messages of a window, and how many statuses a request to the ingress has. */
const ROUNDING: Readonly<Partial<Record<(typeof FLOW_NAMES)[number], Round>>> = {
  window: Math.round,
  outbound: (amount, wanted) => (Math.abs(amount - wanted) <= 0.5 ? wanted : amount),
}

function exactOf(budget: Budget) {
  return Object.fromEntries(
    Object.entries(budget).map(([fn, { log, executions, ...exact }]) => [fn, { schedules: 0, keys: 0, ...exact }]),
  )
}

/** Returns the usage of the budget's functions and of all others that used anything. */
function usedOf(bills: Bills, budget: Budget, round: Round) {
  const used = [...bills]
    .filter(([fn]) => fn !== COUNTER)
    .map(([fn, bill]) => {
      const wanted = { write: 0, read: 0, queue: 0, schedules: 0, keys: 0, ...budget[fn] }
      // A small negative difference is no usage: -0 becomes 0.
      const of = (what: 'write' | 'read' | 'queue' | 'schedules' | 'keys', amount: number) =>
        round(amount, wanted[what]) + 0
      return [
        fn,
        {
          write: of('write', bill.writeUnits),
          read: of('read', bill.readUnits),
          queue: of('queue', bill.standardQueueRequests + bill.fifoQueueRequests),
          schedules: of('schedules', bill.schedulesCreated),
          keys: of('keys', bill.keyRequests),
        },
      ] as const
    })
  return Object.fromEntries(
    used.filter(([fn, usage]) => fn in budget || Object.values(usage).some((amount) => amount > 0)),
  )
}

/** Rounds to half a unit, because a conversation's place in a list is written again every few minutes. */
function toHalfUnits(amount: number): number {
  return Math.round(amount * 2) / 2
}
