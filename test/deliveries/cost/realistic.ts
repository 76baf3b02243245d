import { FIXED_COSTS, PRICES, TRANSFER_DOLLARS } from './prices.ts'

/**
 * What `npm run bench -- cost` measured, in USD for a million: a message one at a time without the dashboard's statistics and bills, what
 * it stores for `messageDays` and `deliveryDays`, a service window with its events, and what the first message of a customer adds.
 */
export const MEASURED = {
  inbound: { message: 5.65, table: 2.94, messages: 3.22, deliveries: 0.41 },
  answered: { message: 16.89, table: 11.31, messages: 8.19, deliveries: 0.41 },
  window: 22.1,
  first: 9.34,
  /** The items of a customer for a year, about 2 KB: an estimate. */
  customer: 10.8,
} as const

/** A month as most organisations have it. */
export const REALISTIC = {
  messages: 1_000_000,
  webhooks: 5000,
  /** Messages of a customer in a service window. */
  messagesAWindow: 3,
  /** Share of the messages before which a conversation was quiet for five minutes: two of three in a window. */
  quiet: 2 / 3,
  /** Messages that a customer ever writes. The first one creates the customer and the conversation. */
  messagesACustomer: 30,
  /** Calls of KMS: each execution environment of `deliver` decrypts its data key once an hour. */
  keyRequests: 5 * 730,
  /** Seconds in which the model responds, and the memory of the function that waits. */
  modelSeconds: 3,
  answerMegabytes: 256,
  /** Bytes that leave AWS for a delivery and for a reply, with headers and TLS: estimates. */
  deliveryBytes: 2200,
  replyBytes: 2500,
  /** `statisticsDelaySeconds`. */
  statisticsSeconds: 20,
} as const

const SECONDS_A_MONTH = 730 * 3600
const DEFAULT_MESSAGE_DAYS = 365

/** Returns how many periods with an event an event has, if `expected` events are expected in a period: 1 if each is alone. */
export function periodsAnEvent(expected: number): number {
  return expected > 0 ? -Math.expm1(-expected) / expected : 1
}

/** How often messages come, and what they are counted by: webhooks and numbers. */
interface Traffic {
  readonly perSecond: number
  readonly counters: number
}

/** Returns the cost of counting a delivery for the dashboard, in USD for a million: a write for each webhook and period. */
export function statisticsDollars({ perSecond, counters }: Traffic): number {
  const inPeriod = perSecond * REALISTIC.statisticsSeconds
  return periodsAnEvent(inPeriod / counters) * PRICES.writeUnits + periodsAnEvent(inPeriod) * PRICES.invocations
}

/** Returns the cost of the bill of a delivered reply: two units for the message, and two and a read for its number and period. */
export function billDollars({ perSecond, counters }: Traffic): number {
  const periods = periodsAnEvent((perSecond * REALISTIC.statisticsSeconds) / counters)
  return 2 * PRICES.writeUnits + periods * (2 * PRICES.writeUnits + PRICES.readUnits)
}

/** Returns the cost of the inbox's index entries of a message, in USD for a million: two units after five quiet minutes. */
export function indexDollars(): number {
  return REALISTIC.quiet * 2 * PRICES.writeUnits
}

/** Returns the cost of new customers with their items, in USD for a million messages. */
export function customerDollars(): number {
  return (MEASURED.first + MEASURED.customer) / REALISTIC.messagesACustomer
}

/** Returns the cost of bytes that leave AWS, in USD for a million times. */
export function transferDollars(isAnswered: boolean): number {
  const { deliveryBytes, replyBytes } = REALISTIC
  return ((deliveryBytes + (isAnswered ? replyBytes : 0)) / 1e9) * 1e6 * TRANSFER_DOLLARS
}

/** Returns the cost of waiting for the model with a memory, in USD for a million answers. */
export function waitDollars(seconds: number = REALISTIC.modelSeconds, megabytes: number = REALISTIC.answerMegabytes) {
  return seconds * (megabytes / 1024) * PRICES.gigabyteSeconds
}

/** The ways of a message: to a subscribed webhook, to the webhook in the route, and to a subscribed webhook and an agent. */
export type Way = 'subscribed' | 'routed' | 'answered'
export const WAYS: readonly Way[] = ['subscribed', 'routed', 'answered']

/** Figures that a measurement replaces. */
interface Given {
  readonly messages?: number
  readonly messageDays?: number
  readonly measured?: Partial<Record<'message' | 'storage' | 'window', number>>
}

/** Returns the parts of the cost of a message in USD for a million, if so many come in a month. */
export function realisticCost(way: Way, { messages, messageDays, measured = {} }: Given = {}) {
  const isAnswered = way === 'answered'
  const flow = MEASURED[isAnswered ? 'answered' : 'inbound']
  const traffic = { perSecond: (messages ?? REALISTIC.messages) / SECONDS_A_MONTH, counters: REALISTIC.webhooks }
  return {
    message: measured.message ?? flow.message,
    'statistics of the dashboard': statisticsDollars(traffic),
    'bill of the provider’s prices': isAnswered ? billDollars(traffic) : 0,
    'place in the inbox': indexDollars(),
    'new customers': customerDollars(),
    'service window': way === 'routed' ? (measured.window ?? MEASURED.window) / REALISTIC.messagesAWindow : 0,
    keys: (REALISTIC.keyRequests * PRICES.keyRequests) / REALISTIC.messages,
    'wait for the model': isAnswered ? waitDollars() : 0,
    transfer: transferDollars(isAnswered),
    storage:
      measured.storage ??
      (flow.messages * (messageDays ?? DEFAULT_MESSAGE_DAYS)) / DEFAULT_MESSAGE_DAYS + flow.deliveries,
  }
}

/** Returns the sum of the parts of a cost. */
export function totalOf(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((sum, usd) => sum + usd, 0)
}

/** Queues that Lambda polls, and metrics that the alarms evaluate. A test compares them with the templates. */
export const POLLED_QUEUES = 7
export const ALARM_METRICS = 76

/** Returns USD a month of a stage without messages. */
export function idleDollars(): number {
  const { key, alarmMetric, queueOfFunction } = FIXED_COSTS
  return key + ALARM_METRICS * alarmMetric + POLLED_QUEUES * queueOfFunction
}
