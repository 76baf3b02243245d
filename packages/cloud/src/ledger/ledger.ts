import type { EndedInvocation } from '../lambda/lambda-service.ts'

/** Billed amounts besides the number of requests. */
export interface Amounts {
  /** DynamoDB: per 4 KB read, half a unit if eventually consistent, one if strongly, two in a transaction. */
  readonly readUnits: number
  /** DynamoDB: one unit per 1 KB written to the table and to each index; two in a transaction. */
  readonly writeUnits: number
  /** SQS: one per 64 KB of a request, and at least one. */
  readonly standardQueueRequests: number
  readonly fifoQueueRequests: number
  /** Messages with a group to standard queues: fair queues cost extra. */
  readonly fairQueueMessages: number
  /** Lambda. */
  readonly invocations: number
  /** Lambda: memory times whole milliseconds, including initialisation. */
  readonly gigabyteSeconds: number
  /** Lambda bills no processor time, but memory buys it: a function with less memory runs longer. */
  readonly processorSeconds: number
  /** EventBridge Scheduler: each attempt to invoke a target. */
  readonly scheduledInvocations: number
  /** EventBridge: one per 64 KB of an event to a custom bus, and at least one. */
  readonly busEvents: number
}

export interface Usage extends Amounts {
  /** Number of requests by signing name of the service and action, for example `requests.kms.Decrypt`. */
  readonly requests: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** Usage since the first snapshot or the last reset. */
interface LedgerSnapshot {
  /** By function name (also for its mappings' calls), the end of a client's ARN (`administrator`), or `scheduler`. */
  readonly callers: Readonly<Record<string, Usage>>
  readonly total: Usage
}

/** Counts what AWS would bill, from the first snapshot or reset on, because counting reads the items of each transaction twice. */
export interface Ledger {
  snapshot(): LedgerSnapshot
  reset(): void
}

/** The ledger, for the code that records usage. */
export interface Books extends Ledger {
  readonly isCounting: boolean
  request(caller: string, service: string, action: string): void
  charge(caller: string, amounts: Partial<Amounts>): void
  /** Returns a function that stops counting unless it counts now. */
  remember(): () => void
}

interface Account {
  amounts: Amounts
  readonly requests: Map<string, Map<string, number>>
}

export const NOTHING: Amounts = {
  readUnits: 0,
  writeUnits: 0,
  standardQueueRequests: 0,
  fifoQueueRequests: 0,
  fairQueueMessages: 0,
  invocations: 0,
  gigabyteSeconds: 0,
  processorSeconds: 0,
  scheduledInvocations: 0,
  busEvents: 0,
}

/** The account of the total usage. No caller has an empty name. */
const TOTAL = ''

export function createLedger(): Books {
  const accounts = new Map<string, Account>()
  let isCounting = false
  const accountOf = (caller: string): Account => {
    const account = accounts.get(caller) ?? { amounts: NOTHING, requests: new Map() }
    accounts.set(caller, account)
    return account
  }
  return {
    get isCounting() {
      return isCounting
    },
    request(caller, service, action) {
      if (!isCounting) return
      for (const { requests } of [accountOf(caller), accountOf(TOTAL)]) {
        const actions = requests.get(service) ?? new Map<string, number>()
        requests.set(service, actions.set(action, (actions.get(action) ?? 0) + 1))
      }
    },
    charge(caller, amounts) {
      if (!isCounting) return
      for (const account of [accountOf(caller), accountOf(TOTAL)]) account.amounts = sum(account.amounts, amounts)
    },
    snapshot() {
      isCounting = true
      const callers = [...accounts].filter(([caller]) => caller !== TOTAL)
      return {
        callers: Object.fromEntries(callers.map(([caller, account]) => [caller, usageOf(account)])),
        total: usageOf(accountOf(TOTAL)),
      }
    },
    reset() {
      isCounting = true
      accounts.clear()
    },
    remember() {
      const wasCounting = isCounting
      return () => {
        isCounting = wasCounting
        if (!wasCounting) accounts.clear()
      }
    },
  }
}

function sum(a: Amounts, b: Partial<Amounts>): Amounts {
  return {
    readUnits: a.readUnits + (b.readUnits ?? 0),
    writeUnits: a.writeUnits + (b.writeUnits ?? 0),
    standardQueueRequests: a.standardQueueRequests + (b.standardQueueRequests ?? 0),
    fifoQueueRequests: a.fifoQueueRequests + (b.fifoQueueRequests ?? 0),
    fairQueueMessages: a.fairQueueMessages + (b.fairQueueMessages ?? 0),
    invocations: a.invocations + (b.invocations ?? 0),
    gigabyteSeconds: a.gigabyteSeconds + (b.gigabyteSeconds ?? 0),
    processorSeconds: a.processorSeconds + (b.processorSeconds ?? 0),
    scheduledInvocations: a.scheduledInvocations + (b.scheduledInvocations ?? 0),
    busEvents: a.busEvents + (b.busEvents ?? 0),
  }
}

function usageOf({ amounts, requests }: Account): Usage {
  return {
    ...amounts,
    requests: Object.fromEntries([...requests].map(([service, actions]) => [service, Object.fromEntries(actions)])),
  }
}

/** Returns what Lambda bills for an invocation. */
export function lambdaAmounts(ended: EndedInvocation): Partial<Amounts> {
  return {
    invocations: 1,
    gigabyteSeconds: (ended.memoryMegabytes / 1024) * (ended.billedMilliseconds / 1000),
    processorSeconds: ended.processorMilliseconds / 1000,
  }
}
