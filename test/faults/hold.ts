import { expect, inject } from 'vitest'
import { recordUsedGrants } from '../infra/grants/record.ts'
import { enumerate, plansFor, recordFlows } from './enumerate.ts'
import { flows } from './flows/flows.ts'
import { describeOutcome, describeUnmet, isSignificant, type Plan } from './plan.ts'
import { inShard } from './shard.ts'
import { startTestBed } from './test-bed.ts'

/**
 * The most frequent disturbances: lost responses, killed workers and conflicts. Each call meets one of them, in turn.
 * `npm run bench -- faults` runs all.
 */
const DISTURBANCES = ['fail-after', 'kill-after', 'conflict'] as const

/** Expects that every flow of a shard has no violations under a disturbance at any of its calls. */
export async function expectToHold(shard: string): Promise<void> {
  await using ground = await startTestBed({
    dynamodb: inject('dynamodb'),
    assembly: inject('assemblyWithoutBatchingWindow'),
    onGrantUsed: recordUsedGrants(inject('usedGrants')),
  })
  const recorded = await recordFlows(ground, inShard(shard, flows))
  const plans = recorded.flatMap((flow) => inTurn(plansFor(flow, DISTURBANCES).filter(isSignificant)))
  const outcomes = await enumerate(ground, plans)
  expect(outcomes.filter(({ violations }) => violations.length > 0).map(describeOutcome)).toEqual([])
  const unmet = outcomes.filter(({ met }) => !met)
  for (const outcome of unmet) console.log(describeUnmet(outcome))
  expect(unmet.filter(({ reason }) => reason === undefined).map(describeUnmet)).toEqual([])
  expect(outcomes.filter(({ met }) => met).length).toBeGreaterThan(0.9 * plans.length)
}

/** Returns one of the plans of each call of a flow: the first for one call, the second for another. */
function inTurn(plans: readonly Plan[]): Plan[] {
  return [...Map.groupBy(plans, ({ place }) => place)].flatMap(([place, some]) => some[place % some.length] ?? [])
}
