import type { Flow } from './flow.ts'
import { type Disturbance, describeOutcome, type FlowCall, isApplicable, type Outcome, type Plan } from './plan.ts'
import { recordCalls, runPlans } from './run.ts'
import type { Tally } from './tally.ts'
import type { TestBed } from './test-bed.ts'

/** The number of concurrent runs. */
const BATCH_SIZE = 48
/** The number of separate runs for a call that was not made in a concurrent run. */
const TRIES_ALONE = 2

export interface RecordedFlow {
  readonly flow: Flow
  readonly calls: readonly FlowCall[]
  readonly tally: Tally
}

/** Records the calls of each flow. @throws Error when an undisturbed flow has violations. */
export async function recordFlows(
  testBed: TestBed,
  flows: readonly Flow[],
  onProgress: (line: string) => void = () => {},
): Promise<RecordedFlow[]> {
  const recorded: RecordedFlow[] = []
  for (const flow of flows) {
    const { calls, tally, violations } = await recordCalls(testBed, flow)
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
      .filter((disturbance) => isApplicable(call, disturbance))
      .map((disturbance) => ({ flow, place: index + 1, call, disturbance, recorded: tally })),
  )
}

/**
 * Runs all plans concurrently. A plan whose call was not made is run again separately, and so is one with violations,
 * to find out whether it causes them.
 */
export async function enumerate(
  testBed: TestBed,
  plans: readonly Plan[],
  onProgress: (line: string) => void = () => {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const batch of batchesOf(plans)) {
    for (const outcome of await runPlans(testBed, batch)) {
      const isConclusive = outcome.met && outcome.violations.length === 0
      const final = isConclusive ? outcome : await runAlone(testBed, outcome)
      if (final.violations.length > 0) onProgress(describeOutcome(final))
      outcomes.push(final)
    }
    const broken = outcomes.filter(({ violations }) => violations.length > 0)
    onProgress(`${outcomes.length} of ${plans.length} runs, ${broken.length} with violations`)
  }
  return outcomes
}

function batchesOf(plans: readonly Plan[]): Plan[][] {
  const [redriving, others] = [plans.filter(({ flow }) => flow.redrives), plans.filter(({ flow }) => !flow.redrives)]
  return [redriving, others].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / BATCH_SIZE) }, (_, index) =>
      group.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
    ),
  )
}

/**
 * Runs a plan separately. In concurrent runs a message can lose its receipts to the killed workers of other runs, so a
 * message with exhausted receipts is a violation only in a separate run.
 */
async function runAlone(testBed: TestBed, { plan, violations, receiptsUsedUp }: Outcome): Promise<Outcome> {
  let alone: Outcome = { plan, met: false, reason: undefined, violations: [], receiptsUsedUp: false }
  for (let tries = 0; tries < TRIES_ALONE && !alone.met; tries++) {
    const [again] = await runPlans(testBed, [plan])
    if (again) alone = again
  }
  if (violations.length === 0 || receiptsUsedUp || alone.violations.length > 0) return alone
  return { ...alone, violations: ['only in concurrent runs:', ...violations] }
}
