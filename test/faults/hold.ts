import { expect, inject } from 'vitest'
import { recordUsedGrants } from '../infra/grants/record.ts'
import { enumerate, plansFor, recordFlows } from './enumerate.ts'
import { flows } from './flows/flows.ts'
import { openGround } from './ground.ts'
import { describeOutcome, describeUnmet, isTelling } from './plan.ts'
import { inShard } from './shard.ts'

/** Answers that are lost, workers that end and conflicts are what happens; `npm run bench -- faults` tries all there is. */
const DISTURBANCES = ['fail-after', 'kill-after', 'conflict'] as const

/** Expects that every flow of a shard holds, whichever of its calls is disturbed. */
export async function expectToHold(shard: string): Promise<void> {
  await using ground = await openGround(inject('dynamodb'), recordUsedGrants(inject('usedGrants')))
  const recorded = await recordFlows(ground, inShard(shard, flows))
  const plans = recorded.flatMap((flow) => plansFor(flow, DISTURBANCES)).filter(isTelling)
  const outcomes = await enumerate(ground, plans)
  expect(outcomes.filter(({ violations }) => violations.length > 0).map(describeOutcome)).toEqual([])
  const unmet = outcomes.filter(({ met }) => !met)
  for (const outcome of unmet) console.log(describeUnmet(outcome))
  expect(unmet.filter(({ reason }) => reason === undefined).map(describeUnmet)).toEqual([])
  expect(outcomes.filter(({ met }) => met).length).toBeGreaterThan(0.9 * plans.length)
}
