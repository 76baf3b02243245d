import type { Findings } from '../../../bench/judge.ts'
import { REMOVED } from './loud.ts'
import { LONGEST_MS, type Waits } from './waits.ts'

/** Alone, beside an organisation whose endpoints respond, and beside one whose endpoints hang. */
export const PHASES = ['alone', 'kind', 'hostile'] as const
export type Phase = (typeof PHASES)[number]

/** The waits of one phase. `lateness` is how late timers of this machine were, in milliseconds. */
type PhaseWaits = Waits & { readonly lateness: readonly number[] }
/** The quiet organisation's waits in phases that followed each other. */
export type Round = Readonly<Record<Phase, PhaseWaits>>

/** How many times longer the 99th percentile may be. */
const LARGEST_RATIO = 1.2

const PARTS = [
  { name: 'delivered', queued: 'deliveryQueued' },
  { name: 'answered', queued: 'turnQueued' },
] as const

/**
 * Compares the waits beside a hostile neighbour with those beside a kind one that does the same, except that its endpoints respond. This
 * machine also runs the neighbour's functions, which Lambda runs on other machines. The kind neighbour takes as much of the machine, so
 * the ratio contains only what hangs. It is taken in each round, whose phases follow each other, and the median of the rounds counts, so
 * that one stall of the machine decides nothing.
 * `meStatus` is the response to the quiet organisation's user after the neighbour invited and removed them, and `removals` how that ended.
 */
export function judgeNeighbours(rounds: readonly Round[], meStatus: number, removals: ReadonlySet<string>): Findings {
  const inRounds = (of: (round: Round) => number) => percentile(rounds.map(of), 0.5)
  const p99 = (phase: Phase, part: keyof PhaseWaits) => inRounds((round) => percentile(round[phase][part], 0.99))
  const compared = PARTS.map(({ name, queued }) => {
    const ratio = (to: Phase) =>
      inRounds((round) => percentile(round.hostile[name], 0.99) / percentile(round[to][name], 0.99))
    return { name, queued, kind: p99('kind', name), toKind: ratio('kind'), toAlone: ratio('alone') }
  })
  return {
    figures: Object.fromEntries([
      ['rounds', rounds.length],
      ['messages of each phase', rounds.reduce((sum, { alone }) => sum + alone.delivered.length, 0)],
      ...compared.flatMap(({ name, queued, toKind, toAlone }) => [
        ...PHASES.map((phase) => [`${name}: p99 ${phase}, ms`, Math.round(p99(phase, name))]),
        ...PHASES.map((phase) => [`${name}: p99 in the queue ${phase}, ms`, Math.round(p99(phase, queued))]),
        [`${name}: hostile to kind`, rounded(toKind)],
        [`${name}: hostile to alone, on one machine`, rounded(toAlone)],
      ]),
      ...PHASES.map((phase) => [`timers late ${phase}, ms`, Math.round(p99(phase, 'lateness'))]),
    ]),
    broken: {
      'every phase has messages': rounds.some((round) => PHASES.some((phase) => round[phase].delivered.length === 0))
        ? ['none']
        : [],
      'beside a kind neighbour, every message is delivered and answered': compared
        .filter(({ kind }) => !(kind < LONGEST_MS))
        .map(({ name }) => name),
      [`beside a hostile neighbour, an organisation waits at most ${LARGEST_RATIO} times as long as beside a kind one`]:
        compared
          .filter(({ toKind }) => toKind > LARGEST_RATIO)
          .map(({ name, toKind }) => `${name}: ${toKind.toFixed(1)} times`),
      'the neighbour removes a user': removals.has(REMOVED) ? [] : [...removals],
      'a neighbour does not sign a user out': meStatus === 200 ? [] : [`/v1/me/ returned ${meStatus}`],
    },
  }
}

function rounded(ratio: number): number {
  return Number(ratio.toFixed(2))
}

/** Returns the value that a share of all does not exceed, by the nearest rank. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
