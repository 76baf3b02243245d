import { setTimeout } from 'node:timers/promises'
import type { DisturbableCall, PlannedFault } from '@replywright/cloud/faults'
import type { Flow, World } from './flow.ts'
import { deviations, type Judgement, judge } from './judge.ts'
import { releaseLostMessages } from './lost-messages.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { outsideOf } from './outside.ts'
import { Owners } from './owners.ts'
import { DISTURBANCES, type FlowCall, inOrder, type Outcome, type Plan } from './plan.ts'
import { readState, type State } from './state.ts'
import { Tally } from './tally.ts'
import { createTenant, type Tenant } from './tenant.ts'
import type { TestBed } from './test-bed.ts'
import { type RunTallies, whyUnmet } from './unmet.ts'
import { takeDeadLetters, waitUntilIdle } from './wait-until-idle.ts'

const DELAY_MILLISECONDS = 300
const POLL_MILLISECONDS = 300
/** A state that is not as expected after all processing is read again until this time has passed. */
const LONGEST_WAIT_MILLISECONDS = 30_000

/** A flow to run, and its disturbance. */
type Prepared = Pick<Plan, 'flow'> & Partial<Pick<Plan, 'disturbance'>>

/** One flow in its own world. */
interface Run {
  readonly flow: Flow
  readonly world: World
}

/** The calls of an undisturbed flow. */
interface Recording {
  readonly calls: readonly FlowCall[]
  readonly tally: Tally
  readonly violations: readonly string[]
}

/** Runs a flow once, undisturbed. Returns its calls and its violations. */
export async function recordCalls(testBed: TestBed, flow: Flow): Promise<Recording> {
  const owners = new Owners()
  const seen: DisturbableCall[] = []
  const tally = new Tally()
  const runs = await prepare(testBed, [{ flow }], owners)
  const stop = testBed.service.cloud.faults.watch((call) => {
    // Calls of this process have no function.
    if (call.function === undefined) return
    for (const tenant of owners.of(call)) {
      seen.push(call)
      tally.add(call, tenant)
    }
  })
  const [judgement] = await actAndJudge(testBed, runs)
  stop()
  return { calls: inOrder(seen), tally, violations: [...(judgement?.violations ?? [])] }
}

/** Runs the flow of each plan with its disturbance, concurrently, each in its own world. */
export async function runPlans(testBed: TestBed, plans: readonly Plan[]): Promise<Outcome[]> {
  const owners = new Owners()
  const tallies = new Map<Tenant, RunTallies>()
  const talliesOf = (tenant: Tenant) => {
    const known = tallies.get(tenant) ?? { before: new Tally(), during: new Tally() }
    tallies.set(tenant, known)
    return known
  }
  let phase: keyof RunTallies = 'before'
  const stop = testBed.service.cloud.faults.watch((call) => {
    for (const tenant of owners.of(call)) talliesOf(tenant)[phase].add(call, tenant)
  })
  const runs = await prepare(testBed, plans, owners)
  phase = 'during'
  const faults = plans.map((plan, index) => planFault(testBed, owners, plan, runs[index]?.world))
  const releasing = releaseLostMessages(testBed)
  const judgements = await actAndJudge(testBed, runs)
  releasing.stop()
  stop()
  testBed.service.cloud.faults.clear()
  return plans.map((plan, index) => {
    const met = (faults[index]?.fired.length ?? 0) > 0
    const run = runs[index]
    return {
      plan,
      met,
      reason: met || !run ? undefined : whyUnmet(plan, talliesOf(run.world.tenant)),
      violations: judgements[index]?.violations ?? [],
      receiptsUsedUp: judgements[index]?.receiptsUsedUp ?? false,
    }
  })
}

function planFault(testBed: TestBed, owners: Owners, plan: Plan, world: World | undefined): PlannedFault | undefined {
  if (!world) return undefined
  return testBed.service.cloud.faults.plan({
    ...plan.call,
    ...DISTURBANCES[plan.disturbance],
    delayMs: DELAY_MILLISECONDS,
    where: (call) => owners.of(call).includes(world.tenant),
  })
}

/** Creates a world for each flow, and runs its `before`. */
async function prepare(testBed: TestBed, planned: readonly Prepared[], owners: Owners): Promise<Run[]> {
  const runs = await mapConcurrently(planned, async ({ flow, disturbance }) => {
    const tenant = await createTenant(testBed, flow.setting)
    owners.add(tenant)
    return { flow, world: { testBed, tenant, disturbance, ...outsideOf(testBed, tenant) } }
  })
  await mapConcurrently(runs, async ({ flow, world }) => flow.before?.(world))
  if (planned.some(({ flow }) => flow.before)) await waitUntilIdle(testBed)
  return runs
}

/** Runs the actions of every flow, waits for all processing, and checks each flow. */
async function actAndJudge(testBed: TestBed, runs: readonly Run[]): Promise<Judgement[]> {
  const refused = await mapConcurrently(runs, async ({ flow, world }) => {
    try {
      await flow.act(world)
      return []
    } catch (error) {
      return [String(error)]
    }
  })
  const { states, stuck } = await waitUntilExpected(testBed, runs)
  const deadLetters = await takeDeadLetters(testBed)
  const judged = runs.map(({ flow, world }, index) => {
    const state = states[index]
    const judgement = state && judge(flow, world, state, deadLetters)
    return {
      violations: [...(refused[index] ?? []), ...stuck, ...(judgement?.violations ?? ['it has no state'])],
      receiptsUsedUp: judgement?.receiptsUsedUp ?? false,
    }
  })
  testBed.service.receiver.reset()
  return judged
}

/** Waits until all states are as expected, or the time is up. Returns the states at the end. */
async function waitUntilExpected(
  testBed: TestBed,
  runs: readonly Run[],
): Promise<{ states: State[]; stuck: readonly string[] }> {
  const read = (some: readonly Run[]) => mapConcurrently(some, ({ world }) => readState(testBed, world.tenant))
  let until: number | undefined
  let open = runs
  for (;;) {
    const stuck = await waitUntilIdle(testBed)
    until ??= Date.now() + LONGEST_WAIT_MILLISECONDS
    const isAll = open === runs
    const states = await read(open)
    const isOver = stuck.length > 0 || Date.now() > until
    open = open.filter(({ flow, world }, index) => {
      const state = states[index]
      return state && deviations(flow, world, state).length > 0
    })
    if (open.length === 0 || isOver) return { states: isAll ? states : await read(runs), stuck }
    await setTimeout(POLL_MILLISECONDS)
  }
}
