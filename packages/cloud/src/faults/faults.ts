/**
 * What happens to a call.
 * - `fail-before`: it fails with a retryable error and does not reach its engine.
 * - `fail-after`: it is done, and the response is lost with the connection.
 * - `cut-off`: the connection ends before the call is done.
 * - `delay`: it is done later.
 * - `duplicate`: it is done twice, and the first response is returned.
 * - `kill-before`, `kill-after`: the worker that makes the call ends before or after the call is done.
 * - `throttle`: it fails with the throttling error of its service.
 * - `conflict`: it fails as if a concurrent transaction included one of its items.
 */
export type FaultKind =
  | 'fail-before'
  | 'fail-after'
  | 'delay'
  | 'duplicate'
  | 'cut-off'
  | 'kill-before'
  | 'kill-after'
  | 'throttle'
  | 'conflict'

/** The DynamoDB calls that fail during a transaction on the same item. */
const CONFLICTING = new Set(['TransactWriteItems', 'TransactGetItems', 'PutItem', 'UpdateItem', 'DeleteItem'])

/** Returns whether a call can fail with a transaction conflict. */
export function mayConflict({ service, action }: Pick<DisturbableCall, 'service' | 'action'>): boolean {
  return service === 'dynamodb' && CONFLICTING.has(action)
}

export interface DisturbableCall {
  /** `function`: a call of a function's code or any other client. `mapping`: a call of an event source mapping. */
  readonly by: 'function' | 'mapping'
  /** Name of the function; `undefined` for other clients. */
  readonly function: string | undefined
  /** Signing name of the service, for example `dynamodb`. */
  readonly service: string
  /** The API's name of the call, for example `TransactWriteItems`. */
  readonly action: string
  /** Path and body. For a mapping: JSON with the `Records` (`receiptHandle`, `body`) that it received or deletes. */
  readonly request: string
  /** JSON of the event that the calling function processes; `undefined` for mappings and other clients. */
  readonly event: string | undefined
}

/** Selects calls and their fault. Missing criteria match everything. */
export interface FaultPlan {
  /** @default 'function' */
  readonly by?: DisturbableCall['by']
  /** Prefix of the function's name. */
  readonly function?: string
  readonly service?: string
  readonly action?: string
  /** Returns whether a call matches, by its content. */
  readonly where?: (call: DisturbableCall) => boolean
  /** The first matching call with the fault: 1 is the next. An SDK's retry is a further call. */
  readonly nth: number
  /** The number of consecutive matching calls with the fault; `Infinity` for all. @default 1 */
  readonly times?: number
  /** A plan of the kind `conflict` matches only calls that can conflict. */
  readonly kind: FaultKind
  /** For `delay`. @default 0 */
  readonly delayMs?: number
  /** For `delay`: the call waits for it. */
  readonly until?: Promise<unknown>
}

export interface FiredFault extends DisturbableCall {
  readonly kind: FaultKind
  /** Its number among the matching calls, from 1. */
  readonly nth: number
}

export interface PlannedFault {
  /** Number of matching calls so far, with or without the fault. */
  readonly matched: number
  readonly fired: readonly FiredFault[]
  cancel(): void
}

/** Applies faults at the front door and at the engines of event source mappings. */
export interface Faults {
  /** Adds a plan. @throws RangeError unless `nth` and `times` are positive integers. */
  plan(plan: FaultPlan): PlannedFault
  /** Calls the listener before each call that a fault can apply to. Returns a function that removes the listener. */
  watch(listener: (call: DisturbableCall) => void): () => void
  /** All calls with a fault since the start or the last `clear`, in order. */
  readonly fired: readonly FiredFault[]
  /** Cancels all plans and clears the list. */
  clear(): void
}

export interface Fault {
  readonly kind: FaultKind
  readonly delayMs: number
  readonly until: Promise<unknown> | undefined
}

/** The plans, for the code that applies them. */
export interface FaultPlans extends Faults {
  /** Counts a call and returns its fault. The oldest of several matching plans has priority. */
  next(call: DisturbableCall): Fault | undefined
}

export function createFaults(): FaultPlans {
  const inProgress = new Set<{ plan: FaultPlan; matched: number; fired: FiredFault[] }>()
  const allFired: FiredFault[] = []
  const listeners = new Set<(call: DisturbableCall) => void>()
  return {
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    plan(plan) {
      const { nth, times = 1 } = plan
      if (!isCount(nth) || !(isCount(times) || times === Number.POSITIVE_INFINITY)) {
        throw new RangeError(`nth (${nth}) and times (${times}) must be positive integers`)
      }
      const entry = { plan, matched: 0, fired: [] }
      inProgress.add(entry)
      return {
        get matched() {
          return entry.matched
        },
        fired: entry.fired,
        cancel: () => void inProgress.delete(entry),
      }
    },
    fired: allFired,
    clear() {
      inProgress.clear()
      allFired.length = 0
    },
    next(call) {
      for (const listener of listeners) listener(call)
      let fault: Fault | undefined
      for (const entry of inProgress) {
        if (!matches(entry.plan, call)) continue
        entry.matched += 1
        const { nth, times = 1, kind, delayMs = 0, until } = entry.plan
        if (fault || entry.matched < nth || entry.matched >= nth + times) continue
        const fired = { ...call, kind, nth: entry.matched }
        entry.fired.push(fired)
        allFired.push(fired)
        fault = { kind, delayMs, until }
      }
      return fault
    },
  }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1
}

function matches(plan: FaultPlan, call: DisturbableCall): boolean {
  return (
    (plan.by ?? 'function') === call.by &&
    (plan.function === undefined || call.function?.startsWith(plan.function) === true) &&
    (plan.service === undefined || plan.service === call.service) &&
    (plan.action === undefined || plan.action === call.action) &&
    (plan.kind !== 'conflict' || mayConflict(call)) &&
    plan.where?.(call) !== false
  )
}
