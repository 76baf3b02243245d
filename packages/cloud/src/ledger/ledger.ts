/** What AWS bills beside the plain number of requests. */
export interface Amounts {
  /** DynamoDB: half a unit for each 4 KB read eventually consistent, one strongly, two in a transaction. */
  readonly readUnits: number
  /** DynamoDB: one unit for each 1 KB written, to the table and to each index; two in a transaction. */
  readonly writeUnits: number
  /** SQS: one for each 64 KB of a request, and at least one. */
  readonly standardQueueRequests: number
  readonly fifoQueueRequests: number
  /** Messages sent to standard queues with a group: fair queues cost extra. */
  readonly fairQueueMessages: number
  /** Lambda. */
  readonly invocations: number
  /** Lambda: memory times whole milliseconds, initialisation included. */
  readonly gigabyteSeconds: number
  /** EventBridge Scheduler: each attempt to reach a target. */
  readonly scheduledInvocations: number
}

/** What somebody used. */
export interface Usage extends Amounts {
  /** Number of requests by signing name of the service and action, for example `requests.kms.Decrypt`. */
  readonly requests: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** Usage since the start or the last reset. */
export interface LedgerSnapshot {
  /**
   * By name of the function; other clients by the end of their ARN, for example `administrator`, and `scheduler`. What
   * an event source mapping does is its function's.
   */
  readonly callers: Readonly<Record<string, Usage>>
  readonly total: Usage
}

/** Counts what AWS would bill. */
export interface Ledger {
  snapshot(): LedgerSnapshot
  reset(): void
}

/** The ledger, as those see it who write into it. */
export interface Books extends Ledger {
  request(caller: string, service: string, action: string): void
  charge(caller: string, amounts: Partial<Amounts>): void
}

interface Account {
  amounts: Amounts
  readonly requests: Map<string, Map<string, number>>
}

/** The amounts of a caller that used nothing. */
export const NOTHING: Amounts = {
  readUnits: 0,
  writeUnits: 0,
  standardQueueRequests: 0,
  fifoQueueRequests: 0,
  fairQueueMessages: 0,
  invocations: 0,
  gigabyteSeconds: 0,
  scheduledInvocations: 0,
}

/** Who all usage is booked to a second time; no caller has an empty name. */
const TOTAL = ''

export function createLedger(): Books {
  const accounts = new Map<string, Account>()
  const accountOf = (caller: string): Account => {
    const account = accounts.get(caller) ?? { amounts: NOTHING, requests: new Map() }
    accounts.set(caller, account)
    return account
  }
  return {
    request(caller, service, action) {
      for (const { requests } of [accountOf(caller), accountOf(TOTAL)]) {
        const actions = requests.get(service) ?? new Map<string, number>()
        requests.set(service, actions.set(action, (actions.get(action) ?? 0) + 1))
      }
    },
    charge(caller, amounts) {
      for (const account of [accountOf(caller), accountOf(TOTAL)]) account.amounts = sum(account.amounts, amounts)
    },
    snapshot() {
      const callers = [...accounts].filter(([caller]) => caller !== TOTAL)
      return {
        callers: Object.fromEntries(callers.map(([caller, account]) => [caller, usageOf(account)])),
        total: usageOf(accountOf(TOTAL)),
      }
    },
    reset: () => accounts.clear(),
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
    scheduledInvocations: a.scheduledInvocations + (b.scheduledInvocations ?? 0),
  }
}

function usageOf({ amounts, requests }: Account): Usage {
  return {
    ...amounts,
    requests: Object.fromEntries([...requests].map(([service, actions]) => [service, Object.fromEntries(actions)])),
  }
}
