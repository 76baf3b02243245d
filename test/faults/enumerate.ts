import type { Flow } from './flow.ts'
import type { Ground } from './ground.ts'
import { type Disturbance, type FlowCall, isTried, type Outcome, type Plan } from './plan.ts'
import { recordCalls, runPlans } from './run.ts'
import type { Tally } from './tally.ts'

/** Runs that go on beside each other. */
const WAVE = 48
/** How often a call that did not come about beside others is looked for alone. */
const TRIES_ALONE = 2

export interface RecordedFlow {
  readonly flow: Flow
  readonly calls: readonly FlowCall[]
  readonly tally: Tally
}

/** Records the calls of each flow. @throws Error when a flow does not even hold undisturbed. */
export async function recordFlows(
  ground: Ground,
  flows: readonly Flow[],
  onProgress: (line: string) => void = () => {},
): Promise<RecordedFlow[]> {
  const recorded: RecordedFlow[] = []
  for (const flow of flows) {
    const { calls, tally, violations } = await recordCalls(ground, flow)
    if (violations.length > 0) throw new Error(`${flow.name} does not hold undisturbed:\n${violations.join('\n')}`)
    onProgress(`${flow.name}: ${calls.length} calls`)
    recorded.push({ flow, calls, tally })
  }
  return recorded
}

/** A plan for each call and disturbance. */
export function plansFor({ flow, calls, tally }: RecordedFlow, disturbances: readonly Disturbance[]): Plan[] {
  return calls.flatMap((call, index) =>
    disturbances
      .filter((disturbance) => isTried(call, disturbance))
      .map((disturbance) => ({ flow, place: index + 1, call, disturbance, recorded: tally })),
  )
}

/**
 * Runs all plans, many beside each other. A plan whose call did not come about that way is run alone, and so is one that
 * broke something, to know whether it is to blame.
 */
export async function enumerate(
  ground: Ground,
  plans: readonly Plan[],
  onProgress: (line: string) => void = () => {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const wave of wavesOf(plans)) {
    for (const outcome of await runPlans(ground, wave)) {
      const isClear = outcome.met && outcome.violations.length === 0
      outcomes.push(isClear ? outcome : await runAlone(ground, outcome))
    }
    const broken = outcomes.filter(({ violations }) => violations.length > 0)
    onProgress(`${outcomes.length} of ${plans.length} runs, ${broken.length} broken`)
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
 * What a run comes to without others beside it. The workers that end in the runs beside take the messages of this one along,
 * one receipt each time, until it has none left: so a message whose receipts were used up tells something only when it is alone.
 */
async function runAlone(ground: Ground, { plan, violations, usedUp }: Outcome): Promise<Outcome> {
  let alone: Outcome = { plan, met: false, reason: undefined, violations: [], usedUp: false }
  for (let tries = 0; tries < TRIES_ALONE && !alone.met; tries++) {
    const [again] = await runPlans(ground, [plan])
    if (again) alone = again
  }
  if (violations.length === 0 || usedUp || alone.violations.length > 0) return alone
  return { ...alone, violations: ['only beside other runs:', ...violations] }
}
