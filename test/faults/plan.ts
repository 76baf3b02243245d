import { type DisturbableCall, type FaultKind, mayConflict } from '@replywright/cloud/faults'
import type { Flow } from './flow.ts'
import type { Tally } from './tally.ts'

/** A call of a flow: the n-th of its kind in one run. */
export interface FlowCall extends Pick<DisturbableCall, 'by' | 'service' | 'action'> {
  /** The function's physical name. */
  readonly function: string
  readonly nth: number
}

/** The disturbances of a call. `×3` exceeds the SDK's own retries, so that the function sees the failure. */
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

/** One run: a flow with one disturbed call. */
export interface Plan {
  readonly flow: Flow
  /** The call's index in the flow's list, from 1. */
  readonly place: number
  readonly call: FlowCall
  readonly disturbance: Disturbance
  /** The calls of the recorded run. */
  readonly recorded: Tally
}

/** The result of a run. */
export interface Outcome {
  readonly plan: Plan
  /** Whether the call was made and disturbed. */
  readonly met: boolean
  /** Why the call was not made; undefined if it was, or if there is no known reason. */
  readonly reason: string | undefined
  /** All violations; empty if there are none. */
  readonly violations: readonly string[]
  /** Whether a message became a dead letter although its record is not exhausted. */
  readonly receiptsUsedUp: boolean
}

/** Returns the function's name without the CDK's additions: `Deliver`. */
export function functionOf({ function: fn }: Pick<FlowCall, 'function'>): string {
  return /-([A-Za-z]+?)(?:Function)?[0-9A-F]{8}/.exec(fn)?.[1] ?? fn.split('-').at(-1) ?? fn
}

/** Describes a call: `Deliver dynamodb:UpdateItem 2`. */
function describeCall(call: FlowCall): string {
  const { by, service, action, nth } = call
  return `${by === 'mapping' ? 'queue of ' : ''}${functionOf(call)} ${service}:${action} ${nth}`
}

/** Returns the arguments that repeat a run. */
function describePlan({ flow, place, disturbance }: Plan): string {
  return `--flow ${flow.name} --call ${place} --kind ${disturbance}`
}

/** Describes the violations of a run, and the command that repeats it. */
export function describeOutcome({ plan, violations }: Outcome): string {
  return [
    `${plan.flow.name}, ${describeCall(plan.call)}, ${plan.disturbance}`,
    ...violations,
    `npm run bench -- faults ${describePlan(plan)}`,
  ].join('\n  ')
}

/** Describes a call that was not made, and why. */
export function describeUnmet({ plan, reason = 'for no known reason' }: Outcome): string {
  return `${plan.flow.name}, ${describeCall(plan.call)}, ${plan.disturbance}: ${reason}`
}

/** Calls that change nothing. */
const READS = /^(BatchGetItem|GetItem|Query|Decrypt)$/

/** Counts the results of every flow by the same call. Two flows disturb it. */
const COUNTER = 'Counter'

/**
 * Returns whether a run is likely to show a violation that no other run shows: the call is specific to the flow,
 * changes data, and is the first or the last of its kind. A read whose response is lost is repeated, and a
 * worker that dies after a read leaves the same state as after the write before it.
 */
export function isSignificant({ flow, call, recorded }: Plan): boolean {
  const { disturbs } = flow
  if (call.nth > 1 && call.nth < recorded.of(call).calls) return false
  const isSpecific = disturbs
    ? disturbs.some((name) => functionOf(call).startsWith(name))
    : functionOf(call) !== COUNTER
  return !READS.test(call.action) && isSpecific
}

/**
 * Returns whether a disturbance applies to a call. An event source mapping has no worker and no SDK: its calls can only
 * be lost. Only some calls of DynamoDB can conflict.
 */
export function isApplicable(call: FlowCall, disturbance: Disturbance): boolean {
  if (disturbance === 'conflict') return mayConflict(call)
  return call.by === 'function' || !['fail-after×3', 'kill-before', 'kill-after', 'throttle'].includes(disturbance)
}

/** Sorts calls so that their order does not depend on timing. */
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
