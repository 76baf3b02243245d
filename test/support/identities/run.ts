import { memoryTable } from '../memory-table.ts'
import { type Event, KINDS, type Kind, sequences, World } from './world.ts'

/** A sequence after which something is wrong. */
export interface Failure {
  readonly kind: Kind
  /** `+` joins events of the same moment. */
  readonly events: string
  readonly seed?: number
  readonly wrong: readonly string[]
}

/** A part of the longest sequences, chosen by a seed. `share` is between 0 and 1. */
export interface Sample {
  readonly seed: number
  readonly share: number
  /** Whether shorter ones are left out. @default false */
  readonly onlyLongest?: boolean
  /** How long it goes on, in milliseconds. @default until the end */
  readonly limit?: number
}

/** Runs all sequences up to a length, one event after the other; with a sample, only that part of the longest ones. */
export async function runSequences(
  longest: number,
  { seed, share }: Sample = { seed: 1, share: 1 },
): Promise<{ readonly count: number; readonly all: number; readonly failures: Failure[] }> {
  const failures: Failure[] = []
  const random = randomOf(seed)
  let count = 0
  let all = 0
  const table = memoryTable()
  try {
    for (const kind of KINDS)
      for (const events of sequences(kind, longest)) {
        all += 1
        if (events.length === longest && random() >= share) continue
        count += 1
        const wrong = await run(
          kind,
          events.map((event) => [event]),
          table,
        )
        if (wrong.length > 0) failures.push({ kind, events: events.join(' '), wrong })
      }
  } finally {
    table.restore()
  }
  return { count, all, failures }
}

/**
 * Runs each pair of events at the same moment, after each possible beginning of a length, with several orders of their calls; with a
 * sample, only that part of those with the longest beginning. `all` is the number of pairs that it would have tried without a sample.
 */
export async function runPairs(
  beginning: number,
  seeds: readonly number[],
  { seed: first, share, onlyLongest = false, limit = Number.POSITIVE_INFINITY }: Sample = { seed: 1, share: 1 },
): Promise<{ readonly count: number; readonly all: number; readonly failures: Failure[] }> {
  const failures: Failure[] = []
  const chance = randomOf(first)
  const end = performance.now() + limit
  let count = 0
  let all = 0
  let random = () => 0
  let isConcurrent = false
  const table = memoryTable(async () => {
    if (!isConcurrent) return
    for (let turns = Math.floor(random() * 8); turns > 0; turns--) await Promise.resolve()
    if (random() < 0.5) await new Promise((resolve) => setImmediate(resolve))
  })
  try {
    for (const kind of KINDS)
      for (const events of sequences(kind, beginning + 2)) {
        const isLongest = events.length === beginning + 2
        if (events.length < 2 || (onlyLongest && !isLongest)) continue
        all += seeds.length
        if ((isLongest && chance() >= share) || performance.now() > end) continue
        for (const seed of seeds) {
          count += 1
          random = randomOf(seed)
          const before = events.slice(0, -2).map((event): Event[] => [event])
          const wrong = await run(kind, [...before, events.slice(-2)], table, (is) => (isConcurrent = is))
          const shown = [...before.map(([event]) => event), events.slice(-2).join('+')].join(' ')
          if (wrong.length > 0) failures.push({ kind, events: shown, seed, wrong })
        }
      }
  } finally {
    table.restore()
  }
  return { count, all, failures }
}

async function run(
  kind: Kind,
  moments: readonly (readonly Event[])[],
  table: ReturnType<typeof memoryTable>,
  setConcurrent: (is: boolean) => void = () => {},
): Promise<string[]> {
  table.clear()
  const world = new World(kind)
  world.conversationIds = () => [
    ...new Set(
      table
        .all()
        .filter(({ _e }) => _e === 'message')
        .map(({ pk }) => String(pk).split('#')[2] ?? ''),
    ),
  ]
  try {
    await world.begin()
    for (const moment of moments) {
      const all = world.prepareAll(moment)
      setConcurrent(all.length > 1)
      const results = await Promise.allSettled(all.map((happen) => happen()))
      setConcurrent(false)
      // The channel sends again what failed.
      for (const [index, { status }] of results.entries()) if (status === 'rejected') await all[index]?.()
    }
    return await world.finish(table)
  } catch (error) {
    return [String(error instanceof Error ? (error.stack ?? error) : error)]
  }
}

/** Returns a random number generator (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
