import { parseArgs } from 'node:util'
import { startSharedDynamoDbLocal } from '@replywright/cloud/engines'
import { enumerate, plansFor, recordFlows } from '../faults/enumerate.ts'
import { flows } from '../faults/flows/flows.ts'
import {
  DISTURBANCES,
  type Disturbance,
  describeOutcome,
  describeUnmet,
  isSignificant,
  type Outcome,
} from '../faults/plan.ts'
import { inShard } from '../faults/shard.ts'
import { startTestBed } from '../faults/test-bed.ts'
import { printFindings } from './judge.ts'

/**
 * Runs each flow once to record its calls of AWS, then again for each call and each disturbance, and checks that
 * nothing is lost. `npm run bench -- faults [--flow inbound] [--call 7] [--kind kill-after] [--brief] [--shard 1/2]`.
 * `--brief` omits reads and calls that belong to another flow; a shard contains some of the flows.
 */
export async function run(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { flow: text, call: text, kind: text, shard: text, brief: { type: 'boolean' } },
  })
  const started = performance.now()
  const progress = (line: string) =>
    process.stderr.write(`  ${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}\n`)
  await using stack = new AsyncDisposableStack()
  // In memory, because the run creates thousands of tenants that are not needed afterwards.
  const engine = await startSharedDynamoDbLocal()
  stack.defer(engine.stop)
  const testBed = stack.use(await startTestBed({ dynamodb: engine.endpoint }))
  const chosen = (name: string) => values.flow === undefined || name === values.flow
  const disturbances = Object.keys(DISTURBANCES).filter(
    (kind): kind is Disturbance => kind in DISTURBANCES && (values.kind === undefined || kind === values.kind),
  )
  const recorded = await recordFlows(
    testBed,
    inShard(
      values.shard ?? '1/1',
      flows.filter(({ name }) => chosen(name)),
    ),
    progress,
  )
  const plans = recorded
    .flatMap((flow) => plansFor(flow, disturbances))
    .filter((plan) => values.call === undefined || plan.place === Number(values.call))
    .filter((plan) => !values.brief || isSignificant(plan))
  if (plans.length === 0)
    throw new Error(
      `There is no such run. Flows: ${flows.map(({ name }) => name).join(', ')}. Kinds: ${Object.keys(DISTURBANCES).join(', ')}.`,
    )
  const outcomes = await enumerate(testBed, plans, progress)
  console.table(recorded.map(({ flow, calls }) => rowOf(flow.name, calls.length, outcomes, disturbances)))
  const unmet = outcomes.filter(({ met }) => !met)
  for (const outcome of unmet) console.log(describeUnmet(outcome))
  printFindings({
    figures: { runs: outcomes.length, 'runs whose call was not made': unmet.length },
    broken: {
      'nothing is lost, sent twice or stuck': outcomes
        .filter(({ violations }) => violations.length > 0)
        .map(describeOutcome),
      'every disturbed call is made, or there is a known reason': unmet
        .filter(({ reason }) => reason === undefined)
        .map(describeUnmet),
    },
  })
}

/** Returns for each disturbance how many runs of a flow had no violations. */
function rowOf(flow: string, calls: number, outcomes: readonly Outcome[], disturbances: readonly Disturbance[]) {
  const share = (disturbance: Disturbance) => {
    const runs = outcomes.filter(({ plan }) => plan.flow.name === flow && plan.disturbance === disturbance)
    return `${runs.filter(({ violations }) => violations.length === 0).length}/${runs.length}`
  }
  return { flow, calls, ...Object.fromEntries(disturbances.map((disturbance) => [disturbance, share(disturbance)])) }
}
