import type { Flow } from './flow.ts'
import type { Ground } from './ground.ts'
import { type Disturbance, type FlowCall, isTried, type Outcome, type Plan } from './plan.ts'
import { recordCalls, runPlans } from './run.ts'
import type { Tally } from './tally.ts'

/** The number of concurrent runs. */
const WAVE = 48
/** The number of separate runs for a call that was not made in a concurrent run. */
const TRIES_ALONE = 2

export interface RecordedFlow {
  readonly flow: Flow
  readonly calls: readonly FlowCall[]
  readonly tally: Tally
}

/** Records the calls of each flow. @throws Error when an undisturbed flow has violations. */
export async function recordFlows(
  ground: Ground,
  flows: readonly Flow[],
  onProgress: (line: string) => void = () => {},
): Promise<RecordedFlow[]> {
  const recorded: RecordedFlow[] = []
  for (const flow of flows) {
    const { calls, tally, violations } = await recordCalls(ground, flow)
    if (violations.length > 0) throw new Error(`${flow.name} has violations without a fault:\n${violations.join('\n')}`)
    onProgress(`${flow.name}: ${calls.length} calls`)
    recorded.push({ flow, calls, tally })
  }
  return recorded
}

/** Returns a plan for each call and disturbance. */
export function plansFor({ flow, calls, tally }: RecordedFlow, disturbances: readonly Disturbance[]): Plan[] {
  return calls.flatMap((call, index) =>
    disturbances
      .filter((disturbance) => isTried(call, disturbance))
      .map((disturbance) => ({ flow, place: index + 1, call, disturbance, recorded: tally })),
  )
}

/**
 * Runs all plans concurrently. A plan whose call was not made is run again separately, and so is one with violations, to find
 * out whether it causes them.
 */
export async function enumerate(
  ground: Ground,
  plans: readonly Plan[],
  onProgress: (line: string) => void = () => {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const wave of wavesOf(plans)) {
    for (const outcome of await runPlans(ground, wave)) {
      const isConclusive = outcome.met && outcome.violations.length === 0
      outcomes.push(isConclusive ? outcome : await runAlone(ground, outcome))
    }
    const broken = outcomes.filter(({ violations }) => violations.length > 0)
    onProgress(`${outcomes.length} of ${plans.length} runs, ${broken.length} with violations`)
  }
  return outcomes
}

function wavesOf(plans: readonly Plan[]): Plan[][] {
  const [redriving, others] = [plans.filter(({ flow }) => flow.redrives), plans.filter(({ flow }) => !flow.redrives)]
  return [redriving, others].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / WAVE) }, (_, index) => group.slice(index * WAVE, (index + 1) * WAVE)),
  )
}

/**
 * Runs a plan separately. In concurrent runs a message can lose its receipts to the killed workers of other runs, so a message
 * with exhausted receipts is a violation only in a separate run.
 */
async function runAlone(ground: Ground, { plan, violations, usedUp }: Outcome): Promise<Outcome> {
  let alone: Outcome = { plan, met: false, reason: undefined, violations: [], usedUp: false }
  for (let tries = 0; tries < TRIES_ALONE && !alone.met; tries++) {
    const [again] = await runPlans(ground, [plan])
    if (again) alone = again
  }
  if (violations.length === 0 || usedUp || alone.violations.length > 0) return alone
  return { ...alone, violations: ['only in concurrent runs:', ...violations] }
}
