// @module-tag full
import type { Service } from '@messaging/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { FLOWS } from './cost/flows.ts'
import { type Bills, Meter } from './cost/meter.ts'

/** The number of measured runs. Rare writes, such as a place in a list, are in fewer than half of them. */
const COUNT = 10

/**
 * The usage of a flow by function. Units and requests are exact; log bytes, which vary with numbers in lines, are
 * maximums.
 */
type Budget = Readonly<
  Record<string, { readonly write: number; readonly read: number; readonly queue: number; readonly log: number }>
>

const BUDGETS: Readonly<Record<'inbound' | 'retry' | 'answered' | 'read', Budget>> = {
  inbound: {
    Ingress: { write: 3, read: 2, queue: 0, log: 340 },
    Relay: { write: 0, read: 0, queue: 1, log: 0 },
    Deliver: { write: 1, read: 1.5, queue: 2, log: 400 },
  },
  retry: {
    Deliver: { write: 5, read: 1, queue: 3, log: 1600 },
  },
  answered: {
    Ingress: { write: 5, read: 2.5, queue: 0, log: 340 },
    Relay: { write: 0, read: 0, queue: 2, log: 0 },
    Deliver: { write: 1, read: 1.5, queue: 2, log: 400 },
    Answer: { write: 10, read: 5.5, queue: 2, log: 950 },
  },
  read: {
    ConversationsGet: { write: 0, read: 2, queue: 0, log: 0 },
  },
}

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

/** A commit that changes the cost of a flow changes its budget here and the tables in docs/performance.md. */
test.for(['inbound', 'retry', 'answered', 'read'] as const)('%s uses exactly its budget', async (name) => {
  const bills = await FLOWS[name].measure(meter, service, COUNT)
  expect(usedOf(bills, BUDGETS[name])).toEqual(exactOf(BUDGETS[name]))
  const counter = bills.get(COUNTER)?.writeUnits ?? 0
  expect(counter).toBeLessThanOrEqual(COUNTER_WRITES)
  if (name === 'inbound') expect(counter).toBeGreaterThan(0)
  for (const [fn, { log }] of Object.entries(BUDGETS[name]))
    expect(bills.get(fn)?.logBytes, fn).toBeLessThanOrEqual(log)
})

function exactOf(budget: Budget) {
  return Object.fromEntries(Object.entries(budget).map(([fn, { log, ...exact }]) => [fn, exact]))
}

/** Returns the usage of the budget's functions and of all others that used anything. */
function usedOf(bills: Bills, budget: Budget) {
  const used = [...bills]
    .filter(([fn]) => fn !== COUNTER)
    .map(([fn, bill]) => {
      const queue = bill.standardQueueRequests + bill.fifoQueueRequests
      return [
        fn,
        { write: toHalfUnits(bill.writeUnits), read: toHalfUnits(bill.readUnits), queue: toHalfUnits(queue) },
      ] as const
    })
  return Object.fromEntries(used.filter(([fn, { write, read, queue }]) => fn in budget || write + read + queue > 0))
}

/** Rounds to half a unit, because a conversation's place in a list is written again every few minutes. */
function toHalfUnits(amount: number): number {
  return Math.round(amount * 2) / 2
}
