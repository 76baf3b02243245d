import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Ground, openGround } from './faults/ground.ts'
import { recordUsedGrants } from './grants/record.ts'

/** Answers that are lost, workers that end and conflicts are what happens; `npm run bench -- faults` tries all there is. */
const DISTURBANCES = ['fail-after', 'kill-after', 'conflict'] as const

let ground: Ground
beforeAll(async () => {
  ground = await openGround(inject('dynamodb'), recordUsedGrants(inject('usedGrants')))
})
afterAll(() => ground?.[Symbol.asyncDispose]())

test('nothing is lost, sent twice or stuck, whichever call of whichever flow is disturbed', {
  timeout: 900_000,
}, async () => {
  // Core works as the administrator of the service that was started above.
  const { enumerate, plansFor, recordFlows } = await import('./faults/enumerate.ts')
  const { describeOutcome, describeUnmet, isTelling } = await import('./faults/plan.ts')
  const { flows } = await import('./faults/flows/flows.ts')
  const recorded = await recordFlows(ground, flows)
  const plans = recorded.flatMap((flow) => plansFor(flow, DISTURBANCES)).filter(isTelling)
  const outcomes = await enumerate(ground, plans)
  expect(outcomes.filter(({ violations }) => violations.length > 0).map(describeOutcome)).toEqual([])
  const unmet = outcomes.filter(({ met }) => !met)
  for (const outcome of unmet) console.log(describeUnmet(outcome))
  expect(unmet.filter(({ reason }) => reason === undefined).map(describeUnmet)).toEqual([])
  expect(outcomes.filter(({ met }) => met).length).toBeGreaterThan(0.9 * plans.length)
})
