/**
 * What happens to a call: it is refused with an error worth repeating before it reaches its engine; done, and the
 * answer lost with the connection; done later; done twice, the first answer given; cut off before it was done; or the
 * worker that makes it ends, before or after it was done. With `throttle` it is refused with the throttling error of its
 * service. With `conflict` it is refused as if another transaction worked on one of its items.
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

/** The calls of DynamoDB that a transaction on the same item refuses. */
const CONFLICTING = new Set(['TransactWriteItems', 'TransactGetItems', 'PutItem', 'UpdateItem', 'DeleteItem'])

/** Whether a call may meet a transaction conflict. */
export function mayConflict({ service, action }: Pick<DisturbableCall, 'service' | 'action'>): boolean {
  return service === 'dynamodb' && CONFLICTING.has(action)
}

/** A call that may be disturbed. */
export interface DisturbableCall {
  /** `function`: by the code of a function or any other client. `mapping`: by an event source mapping for its function. */
  readonly by: 'function' | 'mapping'
  /** Name of the function; `undefined` for other clients. */
  readonly function: string | undefined
  /** Signing name of the service, for example `dynamodb`. */
  readonly service: string
  /** The API's name for the call, for example `TransactWriteItems`. */
  readonly action: string
  /** The request's path and body; of a mapping JSON with the `Records` (`receiptHandle`, `body`) that it received or deletes. */
  readonly request: string
  /** JSON of the event that the calling function is working on; `undefined` for mappings and other clients. */
  readonly event: string | undefined
}

/** Which calls to disturb, and how. What is left out matches everything. */
export interface FaultPlan {
  /** @default 'function' */
  readonly by?: DisturbableCall['by']
  /** How the function's name begins. */
  readonly function?: string
  readonly service?: string
  readonly action?: string
  /** Whether it is one of those meant, by what it says. */
  readonly where?: (call: DisturbableCall) => boolean
  /** The first matching call to disturb: 1 is the next. What an SDK repeats is a further call. */
  readonly nth: number
  /** How many matching calls to disturb, one after the other; `Infinity` for all that follow. @default 1 */
  readonly times?: number
  /** A plan of the kind `conflict` matches only calls that may meet one. */
  readonly kind: FaultKind
  /** For `delay`. @default 0 */
  readonly delayMs?: number
}

/** A call that was disturbed. */
export interface FiredFault extends DisturbableCall {
  readonly kind: FaultKind
  /** Its number among the calls that match the plan, from 1. */
  readonly nth: number
}

/** A plan under way. */
export interface PlannedFault {
  /** Calls that matched so far, disturbed or not. */
  readonly matched: number
  readonly fired: readonly FiredFault[]
  cancel(): void
}

/** Disturbs calls on purpose, at the front door and at the engines of event source mappings. */
export interface Faults {
  /** @throws RangeError when `nth` or `times` is no whole number from 1. */
  plan(plan: FaultPlan): PlannedFault
  /** Tells of each call that could be disturbed, before it is made. Answers how to end that. */
  watch(listener: (call: DisturbableCall) => void): () => void
  /** All calls that were disturbed since the start or the last `clear`, in order. */
  readonly fired: readonly FiredFault[]
  /** Cancels all plans and forgets what was disturbed. */
  clear(): void
}

/** What is to happen to one call. */
export interface Fault {
  readonly kind: FaultKind
  readonly delayMs: number
}

/** The plans, as those see them who carry them out. */
export interface FaultPlans extends Faults {
  /** Counts a call. Of several plans that would disturb it, the oldest does. */
  next(call: DisturbableCall): Fault | undefined
}

export function createFaults(): FaultPlans {
  const underWay = new Set<{ plan: FaultPlan; matched: number; fired: FiredFault[] }>()
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
        throw new RangeError(`nth (${nth}) and times (${times}) are whole numbers from 1`)
      }
      const entry = { plan, matched: 0, fired: [] }
      underWay.add(entry)
      return {
        get matched() {
          return entry.matched
        },
        fired: entry.fired,
        cancel: () => void underWay.delete(entry),
      }
    },
    fired: allFired,
    clear() {
      underWay.clear()
      allFired.length = 0
    },
    next(call) {
      for (const listener of listeners) listener(call)
      let fault: Fault | undefined
      for (const entry of underWay) {
        if (!matches(entry.plan, call)) continue
        entry.matched += 1
        const { nth, times = 1, kind, delayMs = 0 } = entry.plan
        if (fault || entry.matched < nth || entry.matched >= nth + times) continue
        const fired = { ...call, kind, nth: entry.matched }
        entry.fired.push(fired)
        allFired.push(fired)
        fault = { kind, delayMs }
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
