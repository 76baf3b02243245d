// @module-tag long
// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { BUDGETS, type Budget } from './cost/budgets.ts'
import { FLOWS } from './cost/flows.ts'
import { type Bills, Meter, NO_USAGE } from './cost/meter.ts'
import type { Bill } from './cost/prices.ts'

/** The number of measured runs. Rare writes, such as a place in a list, are in fewer than half of them. */
const COUNT = 10

/**
 * The most that counting one message may write: one unit for each webhook and `statisticsDelaySeconds`. A message is created
 * in one of these periods and may be delivered in the next. Messages of the same period share the unit, so the number of
 * writes depends on the machine.
 */
const COUNTER = 'Counter'
const COUNTER_WRITES = 2
/** The bill of a delivered message to a customer: two units for the message and two for the number's month, in one transaction. */
const BILL_WRITES = 4
const BILLED = ['answered', 'outbound', 'read']

/** The most measurements of one flow. */
const MEASUREMENTS = 5

const meter = new Meter()
let service: Service

beforeAll(async () => {
  service = await startTestService({ log: (line) => meter.add(line) })
})
afterAll(() => service?.stop())

/** A commit that changes the cost of a flow changes its budget in `cost/budgets.ts` and the tables in docs/performance.md. */
const FLOW_NAMES = ['inbound', 'retry', 'answered', 'outbound', 'window', 'read'] as const
/**
 * Each amount must be as budgeted in one of the measurements. A change of the cost deviates in all of them; what deviates now and
 * then is a busy machine, on which a second worker of a function starts and reads its settings.
 */
test.for(FLOW_NAMES)('%s uses exactly its budget', async (name) => {
  let deviations = new Map<string, string>()
  for (let n = 1; n === 1 || (deviations.size > 0 && n <= MEASUREMENTS); n++) {
    const bills = await FLOWS[name].measure(meter, service, COUNT)
    if (name === 'inbound') expect(bills.get(COUNTER)?.writeUnits).toBeGreaterThan(0)
    const found = deviationsOf(bills, BUDGETS[name], {
      round: ROUNDING[name] ?? toHalfUnits,
      counterWrites: COUNTER_WRITES + (BILLED.includes(name) ? BILL_WRITES : 0),
    })
    // A deviation that is rare may be a fault nevertheless.
    if (found.size > 0) console.warn(`${name}, measurement ${n}: ${[...found.values()].join(', ')}`)
    deviations = n === 1 ? found : new Map([...found].filter(([amount]) => deviations.has(amount)))
  }
  expect([...deviations.values()]).toEqual([])
})

type Round = (amount: number, wanted: number) => number
/** What differs by chance: the relay's requests for the messages of a window, and how many statuses a request to the ingress has. */
const ROUNDING: Readonly<Partial<Record<(typeof FLOW_NAMES)[number], Round>>> = {
  window: Math.round,
  outbound: (amount, wanted) => (Math.abs(amount - wanted) <= 0.5 ? wanted : amount),
}

interface Rules {
  readonly round: Round
  /** The most that the counter may write for a message. */
  readonly counterWrites: number
}

/** Returns a sentence for each amount that is not as budgeted, by function and amount. A function without a budget uses nothing. */
function deviationsOf(bills: Bills, budget: Budget, rules: Rules): Map<string, string> {
  const names = new Set([...bills.keys(), ...Object.keys(budget)])
  return new Map([...names].flatMap((fn) => deviationsOfFunction(fn, bills.get(fn) ?? NO_USAGE, budget[fn], rules)))
}

function deviationsOfFunction(
  fn: string,
  bill: Bill,
  usage: Budget[string] | undefined,
  { round, counterWrites }: Rules,
) {
  const exact = (what: string, amount: number, wanted = 0) =>
    [what, amount, wanted, round(amount, wanted) === wanted] as const
  const most = (what: string, amount: number, wanted: number) => [what, amount, wanted, amount <= wanted] as const
  const amounts =
    fn === COUNTER
      ? [most('write units', bill.writeUnits, counterWrites)]
      : [
          exact('write units', bill.writeUnits, usage?.write),
          exact('read units', bill.readUnits, usage?.read),
          exact('queue requests', bill.standardQueueRequests + bill.fifoQueueRequests, usage?.queue),
          exact('schedules', bill.schedulesCreated, usage?.schedules),
          exact('KMS calls', bill.keyRequests),
          ...(usage
            ? [
                most('log bytes', bill.logBytes, usage.log),
                most('executions', Math.round(bill.invocations), usage.executions),
              ]
            : []),
        ]
  return amounts
    .filter(([, , , expected]) => !expected)
    .map(([what, amount, wanted]) => [`${fn} ${what}`, `${fn} ${what}: ${amount}, not ${wanted}`] as const)
}

/** Rounds to half a unit, because a conversation's place in a list is written again every few minutes. A small negative difference is no usage. */
function toHalfUnits(amount: number): number {
  return Math.round(amount * 2) / 2
}
