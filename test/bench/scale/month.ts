import { BUDGETS } from '../../deliveries/cost/budgets.ts'
import { NO_USAGE } from '../../deliveries/cost/meter.ts'
import { type Bill, dollars, MODEL_TOKENS, PARTS_OF_BILL } from '../../deliveries/cost/prices.ts'
import {
  billDollars,
  customerDollars,
  indexDollars,
  REALISTIC,
  realisticCost,
  statisticsDollars,
  transferDollars,
} from '../../deliveries/cost/realistic.ts'
import type { Design } from './design.ts'
import { executionsOf, ratesOf, unitsOf } from './model.ts'
import type { Workload } from './workload.ts'

const SECONDS_A_MONTH = 730 * 3600
const GIGABYTES = { answer: REALISTIC.answerMegabytes / 1024, others: 0.5 }

/** Returns USD a month if the workload's rate holds all day, by part: those of AWS, their total, and the model. */
export function monthOf(workload: Workload, design: Design): Readonly<Record<string, number>> {
  const rates = ratesOf(workload, design)
  const executing = Object.entries(executionsOf(workload, rates)).reduce(
    (total, [name, one]) => total + one * (name === 'answer' ? GIGABYTES.answer : GIGABYTES.others),
    0,
  )
  const a = (perSecond: number) => perSecond * SECONDS_A_MONTH
  const bill: Bill = {
    ...NO_USAGE,
    writeUnits: a(unitsOf(rates, 'write')),
    readUnits: a(unitsOf(rates, 'read')),
    standardQueueRequests: a(unitsOf(rates, 'queue')),
    fairQueueMessages: a(rates.attempts),
    invocations: a(unitsOf(rates, 'executions')),
    logBytes: a(unitsOf(rates, 'log')),
    gigabyteSeconds: a(executing),
    schedulesCreated: a(rates.windows * BUDGETS.window.Window.schedules),
    apiRequests: a(rates.reads),
    keyRequests: a(rates.keyRequests),
  }
  const millions = 1_000_000
  const parts = PARTS_OF_BILL.map((part) => [part, dollars(bill, part) / millions] as const)
  const ofMessages = (usd: number) => (a(rates.messages) * usd) / millions
  const ofAnswers = (usd: number) => (a(rates.answers) * usd) / millions
  const ofPlain = (usd: number) => ofMessages(usd) - ofAnswers(usd)
  const counted = { perSecond: rates.messages, counters: workload.webhooks }
  const others = {
    'statistics and bills':
      ofMessages(statisticsDollars(counted)) + ofAnswers(billDollars({ ...counted, perSecond: rates.answers })),
    'inbox and new customers': ofMessages(indexDollars() + customerDollars()),
    transfer: ofPlain(transferDollars(false)) + ofAnswers(transferDollars(true)),
    storage: ofPlain(realisticCost('subscribed').storage) + ofAnswers(realisticCost('answered').storage),
  }
  const tokens = a(rates.answers) / millions
  const all = { ...Object.fromEntries(parts), ...others }
  return {
    ...all,
    total: Object.values(all).reduce((total, usd) => total + usd, 0),
    model: tokens * (workload['input-tokens'] * MODEL_TOKENS.input + workload['output-tokens'] * MODEL_TOKENS.output),
  }
}
