import type { Design } from '../design.ts'
import { executionsOf, ratesOf } from '../model.ts'
import type { Workload } from '../workload.ts'

/** The capacity of one cell. */
export interface Capacity {
  /** Concurrent executions of the account, and those that only the ingress may use; 0 reserves none. */
  readonly executions: number
  readonly ingressReserve: number
  /** Concurrent batches of deliveries, and the deliveries of a batch. */
  readonly batches: number
  /** Of endpoints that were slow. */
  readonly slowBatches: number
  readonly batchSize: number
  readonly turns: number
  /** Turns of one organisation at a time. */
  readonly turnsOfOne: number
  readonly inFlight: number
  readonly partitionWrites: number
}

/** How long things take, in milliseconds. */
export interface Durations {
  readonly ingress: number
  /** From the stored message to its queue. */
  readonly relay: number
  /** Of a batch, besides its slowest attempt. */
  readonly batch: number
  readonly poll: number
  readonly attempt: number
  readonly turnDelay: number
  readonly turn: number
  readonly endpoint: number
  readonly retries: readonly number[]
}

/** An organisation whose endpoints never respond. It enables them again whenever they are disabled. */
export interface BadTenant {
  readonly rate: number
  readonly webhooks: number
  /** `hang`: until the time limit. `fail`: they respond with 5xx at once. */
  readonly endpoints: 'hang' | 'fail'
}

export interface Scenario {
  readonly seed: number
  readonly seconds: number
  /** How long it runs without further messages. @default 0 */
  readonly drainSeconds?: number
  /** Whether messages arrive at even intervals. Otherwise they are independent of each other. @default false */
  readonly regular?: boolean
  /** Messages a second of all other organisations. */
  readonly rate: number
  readonly organizations: number
  readonly webhooksOfOne: number
  readonly answered: number
  readonly bad?: BadTenant
  readonly design: Design
  readonly capacity: Capacity
  readonly durations: Durations
}

/** What the code and its settings say, and estimates of the rest. */
export const DURATIONS: Durations = {
  ingress: 70,
  relay: 250,
  batch: 50,
  poll: 10,
  attempt: 10_000,
  turnDelay: 1000,
  turn: 3300,
  endpoint: 100,
  retries: [10_000, 30_000, 90_000],
}

const BATCH_SIZE = 10
/** The workers hold this many times what the workload uses. */
const RESERVE = 2
/** The defaults and the maximum of infra/worker-concurrency.ts. */
const LEAST = { batches: 50, turns: 20 }
const SLOW_SHARE = 1 / 2
const MAXIMUM_CONCURRENCY = 20_000

/** Returns the capacity of a cell whose quotas and settings were raised for a workload. */
export function capacityFor(workload: Workload, design: Design, changed: Run['capacity'] = {}): Capacity {
  const used = executionsOf(workload, ratesOf(workload, design))
  const raised = (amount = 0, least = 0) => Math.min(MAXIMUM_CONCURRENCY, Math.max(least, Math.ceil(RESERVE * amount)))
  const { batches = raised(used.deliver, LEAST.batches), batchSize = BATCH_SIZE } = changed
  const turns = raised(used.answer, LEAST.turns)
  const ingress = Math.max(100, Math.ceil(RESERVE * (used.ingress ?? 0)))
  const slowBatches = design.slowApart ? Math.floor(batches * SLOW_SHARE) : 0
  const workers = batches + slowBatches + turns + RESERVE * ((used.relay ?? 0) + (used.reads ?? 0))
  return {
    executions: Math.max(1000, Math.ceil(ingress + workers)),
    ingressReserve: design.ingressReserved ? ingress : 0,
    batches,
    slowBatches,
    batchSize,
    turns,
    turnsOfOne: Math.max(1, Math.floor(turns / 4)),
    inFlight: 120_000,
    partitionWrites: 1000,
  }
}

/** The organisations of a simulated cell. One of them sends ten times its share if there is a bad tenant. */
const ORGANIZATIONS = 100
const TIMES_ITS_SHARE = 10
const MOST_WEBHOOKS = 50

export interface Run {
  readonly seed: number
  readonly seconds: number
  /** What differs from the capacity that the workload needs. */
  readonly capacity?: Pick<Partial<Capacity>, 'batches' | 'batchSize'>
}

/** Returns the scenario of a workload, alone or with a bad tenant that sends ten times an organisation's share. */
export function scenarioOf(
  workload: Workload,
  design: Design,
  { seed, seconds, endpoints, capacity }: Run & { readonly endpoints?: BadTenant['endpoints'] },
): Scenario {
  const { rate } = workload
  return {
    seed,
    seconds,
    rate,
    organizations: ORGANIZATIONS,
    webhooksOfOne: Math.max(1, Math.round(workload.webhooks / ORGANIZATIONS)),
    answered: workload.answered,
    ...(endpoints && {
      bad: { rate: (TIMES_ITS_SHARE * rate) / ORGANIZATIONS, webhooks: MOST_WEBHOOKS, endpoints },
    }),
    design,
    capacity: capacityFor(workload, design, capacity),
    durations: DURATIONS,
  }
}
