import type { Amounts } from '@replywright/cloud/ledger'
import type { Stored } from './storage.ts'

/** AWS's billed usage of a flow, according to the cloud's ledger, and the bytes of its log lines. */
export interface Bill extends Amounts {
  /** Schedules that were created. Each is invoked once, usually long after the flow. */
  readonly schedulesCreated: number
  /** Requests to a REST API of API Gateway. */
  readonly apiRequests: number
  /** Requests to KMS. */
  readonly keyRequests: number
  /** Lines of the service. Lambda writes none for a successful invocation. */
  readonly logBytes: number
}

/** USD per million in us-east-1, arm64, on demand, without free tiers. A million bytes of a log are 0.0005 USD. */
export const PRICES: Readonly<Record<keyof Bill, number>> = {
  writeUnits: 0.625,
  readUnits: 0.125,
  invocations: 0.2,
  gigabyteSeconds: 13.3334,
  processorSeconds: 0,
  standardQueueRequests: 0.4,
  fifoQueueRequests: 0.5,
  fairQueueMessages: 0.1,
  scheduledInvocations: 1,
  busEvents: 1,
  schedulesCreated: 1,
  apiRequests: 3.5,
  keyRequests: 3,
  logBytes: 0.0005,
}

const PARTS = {
  table: ['writeUnits', 'readUnits'],
  queues: [
    'standardQueueRequests',
    'fifoQueueRequests',
    'fairQueueMessages',
    'scheduledInvocations',
    'busEvents',
    'schedulesCreated',
  ],
  requests: ['invocations', 'apiRequests', 'keyRequests'],
  logs: ['logBytes'],
  compute: ['gigabyteSeconds'],
} as const satisfies Readonly<Record<string, readonly (keyof Bill)[]>>

/** The parts of a bill, in the order of a table's columns. */
export const PARTS_OF_BILL = ['table', 'queues', 'requests', 'logs', 'compute'] as const

/** Returns the cost of a part of a bill, in USD for a million runs. */
export function dollars(bill: Bill, part: (typeof PARTS_OF_BILL)[number]): number {
  return PARTS[part].reduce((sum, what) => sum + bill[what] * PRICES[what], 0)
}

/** USD per GB that leaves AWS for the internet. */
export const TRANSFER_DOLLARS = 0.09

/** USD per month of fixed costs. */
export const FIXED_COSTS = {
  key: 1,
  /** Each metric of an alarm. */
  alarmMetric: 0.1,
  /** Lambda keeps five long polls of 20 seconds on each standard queue: 657,000 requests a month. */
  queueOfFunction: 0.263,
} as const

/** USD per GB and month of the table and its indexes, and of point-in-time recovery of the table. */
const STORAGE = { gigabyteMonth: 0.25, recovery: 0.2 } as const

/** Returns the cost of what a message stores until it expires, in USD for a million messages. */
export function storageDollars({ table, indexes }: Stored): number {
  return (table * (STORAGE.gigabyteMonth + STORAGE.recovery) + indexes * STORAGE.gigabyteMonth) * 1e6
}

/** USD per million tokens of a model. */
export const MODEL_TOKENS = { input: 1, output: 5 } as const

/** Memory with which a function has one processor. */
const MEGABYTES_A_PROCESSOR = 1769

/**
 * Returns how long a function runs with a memory, and its compute in USD for a million. `waits` are the seconds of a run
 * without the processor.
 */
export function withMemory(
  megabytes: number,
  { processor, waits }: { readonly processor: number; readonly waits: number },
) {
  const seconds = waits + (processor * MEGABYTES_A_PROCESSOR) / Math.min(megabytes, MEGABYTES_A_PROCESSOR)
  return { seconds, dollars: seconds * (megabytes / 1024) * PRICES.gigabyteSeconds }
}
