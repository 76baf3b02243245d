import { runPairs, runSequences } from '../support/identities/run.ts'

/** What core reads. The table is in memory. */
const ENVIRONMENT = {
  ERASURE_PAUSE_SECONDS: '0',
  STAGE: 'local',
  AWS_REGION: 'eu-central-1',
  LOG_LEVEL: 'silent',
  TABLE_NAME: 'in-memory',
}

/** Sequences of this many events are all tried; pairs of the same moment come after two fewer. */
const LONGEST = 5

/** Runs all sequences, then all pairs of the same moment with several seeds, and prints what is wrong. */
export async function run([longest = String(LONGEST), seeds = '3']: readonly string[]): Promise<void> {
  Object.assign(process.env, ENVIRONMENT)
  const length = Number(longest)
  const all = await runSequences(length)
  console.log(`${all.count} sequences of up to ${length} events: ${all.failures.length} wrong`)
  const numbers = Array.from({ length: Number(seeds) }, (_, n) => n + 1)
  const pairs = await runPairs(Math.max(0, length - 3), numbers)
  console.log(`${pairs.count} pairs at the same moment, seeds ${numbers.join(', ')}: ${pairs.failures.length} wrong`)
  const failures = [...all.failures, ...pairs.failures]
  for (const { kind, events, seed, wrong } of failures)
    console.log(`${kind}: ${events}${seed === undefined ? '' : ` (seed ${seed})`}: ${wrong.join('; ')}`)
  if (failures.length > 0) process.exitCode = 1
}
