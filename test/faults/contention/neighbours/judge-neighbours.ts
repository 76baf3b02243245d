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
 * Compares the waits beside a hostile neighbour with those alone. A wait has two parts. In the queue, a message waits until a worker
 * is free and its organisation may use it: this is what organisations share. The rest is the time in which this machine runs the functions
 * and the neighbour's, which Lambda runs on other machines. The rule adds the longer wait in the queue to the whole wait
 * alone. On a machine that is busy, workers are held longer even by a kind neighbour: then the hostile one is compared with the kind one.
 * All figures are medians of the rounds, so that one stall of the machine decides nothing.
 * `meStatus` is the response to the quiet organisation's user after the hostile neighbour invited and removed them, and `removals` how
 * that ended.
 */
export function judgeNeighbours(rounds: readonly Round[], meStatus: number, removals: ReadonlySet<string>): Findings {
  const inRounds = (of: (round: Round) => number) => percentile(rounds.map(of), 0.5)
  const p99 = (phase: Phase, part: keyof PhaseWaits) => inRounds((round) => percentile(round[phase][part], 0.99))
  const compared = PARTS.map(({ name, queued }) => {
    const alone = p99('alone', name)
    const ratio = (phase: Phase) =>
      inRounds((round) => 1 + (percentile(round[phase][queued], 0.99) - percentile(round.alone[queued], 0.99)) / alone)
    return { name, queued, alone, kind: ratio('kind'), hostile: ratio('hostile') }
  })
  const wholes = compared.map(({ name, alone }) => ({ name, whole: p99('hostile', name) / alone }))
  return {
    figures: Object.fromEntries([
      ['rounds', rounds.length],
      ['messages of each phase', rounds.reduce((sum, { alone }) => sum + alone.delivered.length, 0)],
      ...compared.flatMap(({ name, queued, kind, hostile }) => [
        ...PHASES.map((phase) => [`${name}: p99 ${phase}, ms`, Math.round(p99(phase, name))]),
        ...PHASES.map((phase) => [`${name}: p99 in the queue ${phase}, ms`, Math.round(p99(phase, queued))]),
        [`${name}: times alone by the queue, kind`, rounded(kind)],
        [`${name}: times alone by the queue, hostile`, rounded(hostile)],
      ]),
      ...PHASES.map((phase) => [`timers late ${phase}, ms`, Math.round(p99(phase, 'lateness'))]),
    ]),
    broken: {
      'every phase has messages': rounds.some((round) => PHASES.some((phase) => round[phase].delivered.length === 0))
        ? ['none']
        : [],
      'alone, every message is delivered and answered': compared
        .filter(({ alone }) => !(alone < LONGEST_MS))
        .map(({ name }) => name),
      [`a hostile neighbour makes an organisation wait at most ${LARGEST_RATIO} times as long`]: compared
        .filter(({ kind, hostile }) => hostile > LARGEST_RATIO * Math.max(1, kind))
        .map(({ name, hostile }) => `${name}: ${hostile.toFixed(1)} times alone by the wait in the queue`),
      'the hostile neighbour removes a user': removals.has(REMOVED) ? [] : [...removals],
      'a hostile neighbour does not sign a user out': meStatus === 200 ? [] : [`/v1/me/ returned ${meStatus}`],
    },
    notes: [
      ...wholes
        .filter(({ whole }) => whole > LARGEST_RATIO)
        .map(
          ({ name, whole }) =>
            `${name}: ${whole.toFixed(1)} times alone as a whole. The rest is the ingress, the relay and the functions, which share this machine with those of the neighbour.`,
        ),
      ...compared
        .filter(({ kind }) => kind > LARGEST_RATIO)
        .map(
          ({ name, kind }) =>
            `${name}: the queue makes it ${kind.toFixed(1)} times alone beside a kind neighbour, because this machine holds the workers: compared with that.`,
        ),
    ],
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
