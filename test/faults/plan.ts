import { type DisturbableCall, type FaultKind, mayConflict } from '@messaging/cloud/faults/faults.ts'
import type { Flow } from './flow.ts'
import type { Tally } from './tally.ts'

/** A call of a flow: the n-th of its kind that one run makes. */
export interface FlowCall extends Pick<DisturbableCall, 'by' | 'service' | 'action'> {
  /** The function's physical name. */
  readonly function: string
  readonly nth: number
}

/** What is done to a call. `×3` outlasts what an SDK repeats by itself, so that the function sees the failure. */
export const DISTURBANCES = {
  'fail-before': { kind: 'fail-before', times: 3 },
  'fail-after': { kind: 'fail-after', times: 1 },
  'fail-after×3': { kind: 'fail-after', times: 3 },
  delay: { kind: 'delay', times: 1 },
  duplicate: { kind: 'duplicate', times: 1 },
  'cut-off': { kind: 'cut-off', times: 3 },
  'kill-before': { kind: 'kill-before', times: 1 },
  'kill-after': { kind: 'kill-after', times: 1 },
  throttle: { kind: 'throttle', times: 3 },
  conflict: { kind: 'conflict', times: 1 },
} as const satisfies Record<string, { readonly kind: FaultKind; readonly times: number }>
export type Disturbance = keyof typeof DISTURBANCES

/** One run: a flow with one of its calls disturbed. */
export interface Plan {
  readonly flow: Flow
  /** The call's place in the flow's list, from 1. */
  readonly place: number
  readonly call: FlowCall
  readonly disturbance: Disturbance
  /** The calls of the run that was recorded. */
  readonly recorded: Tally
}

/** What came of a run. */
export interface Outcome {
  readonly plan: Plan
  /** Whether the call came about and was disturbed. */
  readonly met: boolean
  /** Why it did not come about; undefined if it did, or if there is no reason. */
  readonly reason: string | undefined
  /** What does not hold; none when all does. */
  readonly violations: readonly string[]
  /** Whether a message became a dead letter although its record awaits more. */
  readonly usedUp: boolean
}

/** The function's name without what the CDK adds: `Deliver`. */
export function functionOf({ function: fn }: Pick<FlowCall, 'function'>): string {
  return /-([A-Za-z]+?)(?:Function)?[0-9A-F]{8}/.exec(fn)?.[1] ?? fn
}

/** `Deliver dynamodb:UpdateItem 2`. */
export function describeCall(call: FlowCall): string {
  const { by, service, action, nth } = call
  return `${by === 'mapping' ? 'queue of ' : ''}${functionOf(call)} ${service}:${action} ${nth}`
}

/** The arguments that repeat a run. */
export function describePlan({ flow, place, disturbance }: Plan): string {
  return `--flow ${flow.name} --call ${place} --kind ${disturbance}`
}

/** What broke, and how to see it again. */
export function describeOutcome({ plan, violations }: Outcome): string {
  return [
    `${plan.flow.name}, ${describeCall(plan.call)}, ${plan.disturbance}`,
    ...violations,
    `npm run bench -- faults ${describePlan(plan)}`,
  ].join('\n  ')
}

/** A fault that did not come about, and why. */
export function describeUnmet({ plan, reason = 'for no known reason' }: Outcome): string {
  return `${plan.flow.name}, ${describeCall(plan.call)}, ${plan.disturbance}: ${reason}`
}

/** Calls that change nothing. */
const READS = /^(BatchGetItem|GetItem|Query|Decrypt)$/

/** Calls of a kind in one flow. An exhausted message makes the same ones at each of its receipts. */
const TELLING_REPEATS = 8

/**
 * Whether a run is likely to show what no other does: the call is the flow's own, changes something, and was not made many times
 * before. A read whose answer is lost is made again, and a worker that ends after one leaves what it would have left after the
 * write before.
 */
export function isTelling({ flow, call }: Plan): boolean {
  const { disturbs } = flow
  if (call.nth > TELLING_REPEATS) return false
  return !READS.test(call.action) && (!disturbs || disturbs.some((name) => functionOf(call).startsWith(name)))
}

/**
 * Whether a call may be disturbed so. A mapping has no worker and no SDK of its own: what happens to its calls is that they are
 * lost. Only some calls of DynamoDB meet conflicts.
 */
export function isTried(call: FlowCall, disturbance: Disturbance): boolean {
  if (disturbance === 'conflict') return mayConflict(call)
  return call.by === 'function' || !['fail-after×3', 'kill-before', 'kill-after', 'throttle'].includes(disturbance)
}

/** Calls in an order that does not depend on which of several was faster. */
export function inOrder(calls: readonly DisturbableCall[]): FlowCall[] {
  const groups = Map.groupBy(calls, ({ by, function: fn, service, action }) =>
    JSON.stringify([by, fn, service, action]),
  )
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([, same]) =>
      same.map(({ by, function: fn = '', service, action }, index) => ({
        by,
        function: fn,
        service,
        action,
        nth: index + 1,
      })),
    )
}
