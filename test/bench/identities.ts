import { type Failure, runPairs, runSequences } from '../support/identities/run.ts'

/** What core reads. The table is in memory. */
const ENVIRONMENT = {
  ERASURE_PAUSE_SECONDS: '0',
  STAGE: 'local',
  AWS_REGION: 'eu-central-1',
  LOG_LEVEL: 'silent',
  TABLE_NAME: 'in-memory',
}

/** Sequences of this many events are all tried but for a sample of the longest; pairs of the same moment come after two fewer. */
const LONGEST = 5
/** The longest sequences are too many to try all of them in less than 20 minutes. */
const SHARE = 0.15

/** Of pairs after three other events, a share that ends within 15 minutes. */
const SHARE_OF_PAIRS = 0.25
const LIMIT_OF_PAIRS = 12 * 60_000

/** Runs a share of the pairs of the same moment that are the fourth and the fifth event, which a seed chooses, and prints what is wrong. */
async function runLongPairs([share = String(SHARE_OF_PAIRS), seed = '1']: readonly string[]): Promise<void> {
  const start = performance.now()
  const sample = { seed: Number(seed), share: Number(share), onlyLongest: true, limit: LIMIT_OF_PAIRS }
  const { count, all, failures } = await runPairs(LONGEST - 2, [Number(seed)], sample)
  console.log(
    `${count} of ${all} pairs as the events 4 and 5, share ${share}, seed ${seed}: ${failures.length} wrong, ${secondsSince(start)} s`,
  )
  print(failures)
}

/**
 * Runs the sequences up to a length, of the longest ones a share that the first seed chooses, then pairs of the same moment
 * with several seeds, and prints what is wrong, and how long it took. `share` 1 tries everything. `pairs` tries the longest pairs instead.
 */
export async function run(words: readonly string[]): Promise<void> {
  Object.assign(process.env, ENVIRONMENT)
  if (words[0] === 'pairs') return await runLongPairs(words.slice(1))
  const [longest = String(LONGEST), seeds = '2', share] = words
  const length = Number(longest)
  const sample = { seed: 1, share: Number(share ?? (length < LONGEST ? 1 : SHARE)) }
  const start = performance.now()
  const sequences = await runSequences(length, sample)
  const part = sample.share === 1 ? '' : ` (of ${sequences.all}, seed ${sample.seed})`
  console.log(
    `${sequences.count} sequences of up to ${length} events${part}: ${sequences.failures.length} wrong, ${secondsSince(start)} s`,
  )
  const numbers = Array.from({ length: Number(seeds) }, (_, n) => n + 1)
  const startOfPairs = performance.now()
  const pairs = await runPairs(Math.max(0, length - 3), numbers, sample)
  console.log(
    `${pairs.count} pairs at the same moment${part && `, a share of ${sample.share} of the longest`}, seeds ${numbers.join(', ')}: ${pairs.failures.length} wrong, ${secondsSince(startOfPairs)} s`,
  )
  print([...sequences.failures, ...pairs.failures])
}

function print(failures: readonly Failure[]): void {
  for (const { kind, events, seed, wrong } of failures)
    console.log(`${kind}: ${events}${seed === undefined ? '' : ` (seed ${seed})`}: ${wrong.join('; ')}`)
  if (failures.length > 0) process.exitCode = 1
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000)
}
