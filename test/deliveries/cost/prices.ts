import type { Amounts } from '@messaging/cloud/ledger'

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

/** USD per month of fixed costs. */
export const FIXED_COSTS = {
  key: 1,
  /** Each metric of an alarm. */
  alarmMetric: 0.1,
  /** Lambda keeps five long polls of 20 seconds on each standard queue: 657,000 requests a month. */
  queueOfFunction: 0.263,
} as const

/** USD per GB and month of the table with point-in-time recovery, and the GB of a million messages a month. */
export const STORAGE = {
  gigabyteMonth: 0.45,
  /** Estimate: 1 GB of messages for twelve months, and 1 GB of deliveries for one. */
  gigabytesOfAMillion: 13,
} as const

/** USD per million tokens of a model. */
export const MODEL_TOKENS = { input: 1, output: 5 } as const

/** A month as most organisations have it, beside the cheapest message of `FLOWS`. */
export const REALISTIC = {
  /** Messages of a customer in a service window. */
  messagesAWindow: 3,
  /** Calls of KMS for a message: with 5,000 endpoints, the next message of an endpoint comes after its secret has left the cache. */
  keyRequests: 1,
  /** Seconds in which the model responds, and the memory of the function that waits. */
  modelSeconds: 3,
  answerGigabytes: 0.5,
} as const

/** Returns the parts of the cost of a realistic message in USD for a million, and their total. */
export function realisticCost({
  message,
  window,
  isAnswered = false,
}: {
  readonly message: number
  readonly window: number
  readonly isAnswered?: boolean
}) {
  const parts = {
    message,
    'service window': window / REALISTIC.messagesAWindow,
    keys: REALISTIC.keyRequests * PRICES.keyRequests,
    'wait for the model': isAnswered ? REALISTIC.modelSeconds * REALISTIC.answerGigabytes * PRICES.gigabyteSeconds : 0,
    storage: STORAGE.gigabytesOfAMillion * STORAGE.gigabyteMonth,
  }
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) }
}
