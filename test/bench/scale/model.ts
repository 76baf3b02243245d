import { LIST_SHARDS } from '@replywright/core/conversations/activity-pages.ts'
import { BUDGETS, type Budget } from '../../deliveries/cost/budgets.ts'
import { REALISTIC } from '../../deliveries/cost/realistic.ts'
import type { Design } from './design.ts'
import { QUOTAS, type Quota } from './quotas.ts'
import type { Workload } from './workload.ts'

/** How much of a quota is used: 1 is all of it. */
export interface Use {
  readonly quota: Quota
  readonly amount: number
  readonly share: number
}

/** Seconds of an execution, besides the waits for endpoints and models: estimates. */
const SECONDS = { ingress: 0.07, relay: 0.1, deliver: 0.05, answer: 0.3, read: 0.05 }
/** Items that the relay receives at once. */
const RELAY_BATCH = 100
const ATTEMPT_SECONDS = 10
/** Retries of a delivery, and how long it waits for them. */
const RETRIES = 3
const RETRY_WAIT_SECONDS = 10 + 30 + 90
const WINDOW_SECONDS = 86_400
/** Bytes of a turn's lease in the item of its organisation's slots. */
const LEASE_BYTES = 47
const ORGANIZATION_SHARE = 1 / 4
/** A cell uses at most this part of a quota, so that it bears a peak and the loss of its neighbour. */
const CELL_SHARE = 0.5

/** What happens each second. */
export interface Rates {
  readonly messages: number
  readonly answers: number
  /** Windows with schedules. */
  readonly windows: number
  readonly attempts: number
  readonly retries: number
  readonly reads: number
  readonly keyRequests: number
}

/** Returns what happens each second under a workload. */
export function ratesOf(workload: Workload, design: Design): Rates {
  const { rate, answered, watched, failing, hanging, reads } = workload
  const retries = rate * (failing + hanging) * RETRIES
  const windows = (rate / workload['per-window']) * (design.armedWindows === 'all' ? 1 : watched)
  const attempts = rate + retries
  const environments = attempts * batchSeconds(workload) * (1 / workload.batch)
  return {
    messages: rate,
    answers: rate * answered,
    windows,
    attempts,
    retries,
    reads: rate * reads,
    keyRequests: keyRequests(design.secretCache, attempts, workload.webhooks, environments),
  }
}

/** Returns the executions at a time of each function. */
export function executionsOf(workload: Workload, rates: Rates): Readonly<Record<string, number>> {
  const { inbound, answered } = BUDGETS
  const perAnswer = answered.Ingress.executions - inbound.Ingress.executions
  return {
    ingress: (rates.messages * inbound.Ingress.executions + rates.answers * perAnswer) * SECONDS.ingress,
    relay: ((rates.messages + rates.answers) / RELAY_BATCH) * SECONDS.relay,
    deliver: (rates.attempts / workload.batch) * batchSeconds(workload),
    answer: rates.answers * (workload['model-seconds'] + SECONDS.answer),
    reads: rates.reads * SECONDS.read,
  }
}

/** Returns the use of every quota, the most used first. */
export function usesOf(workload: Workload, design: Design): Use[] {
  const rates = ratesOf(workload, design)
  const { messages, answers, windows, retries } = rates
  const executions = executionsOf(workload, rates)
  const { inbound, answered } = BUDGETS
  const writes = unitsOf(rates, 'write')
  const { largest } = workload
  const amounts: Readonly<Record<string, number>> = {
    'lambda-executions': sum(executions),
    'deliver-batches': executions.deliver ?? 0,
    'answer-turns': executions.answer ?? 0,
    'ingress-requests': messages + answers * (answered.Ingress.executions - inbound.Ingress.executions),
    'table-start-writes': writes,
    'table-writes': writes,
    'table-reads': unitsOf(rates, 'read'),
    // The delivery, and the record of its attempt.
    'webhook-writes': (2 * messages * largest) / design.webhookShards,
    'number-reads': messages * largest,
    // A conversation that was quiet is moved in the index: two units.
    'list-writes': (2 * REALISTIC.quiet * messages * largest) / LIST_SHARDS,
    'slot-writes': slotWrites(answers * largest, executions.answer ?? 0, design),
    'in-flight':
      (executions.deliver ?? 0) * workload.batch +
      (design.retriesInFlight ? (retries / RETRIES) * RETRY_WAIT_SECONDS : 0),
    schedules: windows * WINDOW_SECONDS,
    'schedule-creations': windows * BUDGETS.window.Window.schedules,
    'schedule-invocations': windows * BUDGETS.window.Window.schedules,
    'key-requests': rates.keyRequests,
    'model-tokens': tokensAMinute(workload, answers, design.reservedOutputTokens),
    'api-requests': rates.reads,
    'api-keys': workload['api-keys'],
    'number-messages': (messages + answers) * largest,
  }
  return QUOTAS.map((quota) => {
    const amount = amounts[quota.id]
    if (amount === undefined) throw new Error(`The model has no use of the quota ${quota.id}`)
    return { quota, amount, share: amount / quota.value }
  }).toSorted((a, b) => b.share - a.share)
}

/** How many cells a workload requires, and the quota that decides. */
export interface Cells {
  readonly count: number
  readonly boundBy: string
}

/** Returns the cells that are required if only these quotas bind. Each cell uses at most half of a quota. */
export function cellsFor(uses: readonly Use[], binds: (quota: Quota) => boolean): Cells {
  const [most] = uses.filter(({ quota }) => quota.scope === 'cell' && binds(quota))
  return most
    ? { count: Math.max(1, Math.ceil(most.share / CELL_SHARE)), boundBy: most.quota.name }
    : { count: 1, boundBy: '' }
}

/** Returns the units a second that the flows of these rates use. */
export function unitsOf(rates: Rates, what: 'read' | 'write' | 'queue' | 'executions' | 'log'): number {
  const of = (budget: Budget) => sum(Object.values(budget).map((usage) => usage[what]))
  const { inbound, answered, retry, window, read } = BUDGETS
  return (
    (rates.messages - rates.answers) * of(inbound) +
    rates.answers * of(answered) +
    rates.retries * of(retry) +
    rates.windows * of(window) +
    rates.reads * of(read)
  )
}

/** Returns how long a batch lasts: as long as its slowest attempt. */
function batchSeconds(workload: Workload): number {
  const anyHangs = 1 - (1 - workload.hanging) ** workload.batch
  return SECONDS.deliver + anyHangs * ATTEMPT_SECONDS + ((1 - anyHangs) * workload['endpoint-ms']) / 1000
}

/** Returns the calls of KMS a second, if the deliveries of all webhooks are equally frequent. */
function keyRequests(
  { sealed, entries, seconds, whenFull }: Design['secretCache'],
  deliveries: number,
  webhooks: number,
  environments: number,
): number {
  if (sealed) return environments / seconds
  const expiring = (environments * Math.min(webhooks, entries)) / seconds
  if (webhooks <= entries) return Math.min(deliveries, expiring)
  const missing =
    whenFull === 'evict' ? 1 - entries / webhooks : entries / (webhooks * Math.log(webhooks / (webhooks - entries)))
  return Math.min(deliveries, deliveries * missing + expiring)
}

/** Returns the write units a second of one item of an organisation's slots: a turn takes a slot and releases it. */
function slotWrites(turns: number, concurrentTurns: number, design: Design): number {
  const { items, units } = slotItems(concurrentTurns * ORGANIZATION_SHARE, design)
  return ((2 * turns) / items) * units
}

/** Returns how many items hold an organisation's slots, and the units of a write to one. */
export function slotItems(slots: number, { slotLeases }: Design): { readonly items: number; readonly units: number } {
  const items = Math.max(1, Math.ceil(slots / slotLeases))
  return { items, units: Math.max(1, Math.ceil((Math.min(slots, slotLeases) * LEASE_BYTES) / 1024)) }
}

/** Returns the tokens a minute in the model's quota. A call reserves its largest output until it ends. */
function tokensAMinute(workload: Workload, answers: number, reservedOutput: number): number {
  const output = workload['output-tokens']
  const reserved = answers * workload['model-seconds'] * Math.max(0, reservedOutput - output)
  return answers * 60 * (workload['input-tokens'] + output) + reserved
}

function sum(amounts: Readonly<Record<string, number>> | readonly number[]): number {
  return Object.values(amounts).reduce((total, amount) => total + amount, 0)
}
