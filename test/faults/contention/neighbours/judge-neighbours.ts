import type { Findings } from '../../../bench/judge.ts'
import { REMOVED } from './loud.ts'
import { LONGEST_MS, type Waits } from './waits.ts'

/** The waits of the quiet organisation: alone, and beside each neighbour. */
export interface Phases {
  readonly alone: Waits
  readonly kind: Waits
  readonly hostile: Waits
}

/** How many times longer the 99th percentile may be. */
const LARGEST_RATIO = 1.2

/**
 * Compares the waits beside a hostile neighbour with those alone. A kind neighbour that sends as much shows how much later the
 * machine is under this load. If that alone exceeds the limit, the waits are compared with those beside the kind one.
 * `meStatus` is the response to the quiet organisation's user after the hostile neighbour invited and removed them, and `removals` how
 * that ended.
 */
export function judgeNeighbours(
  { alone, kind, hostile }: Phases,
  meStatus: number,
  removals: ReadonlySet<string>,
): Findings {
  const what = ['delivered', 'answered'] as const
  const compared = what.map((name) => {
    const [lone, busy, bad] = [p99(alone[name]), p99(kind[name]), p99(hostile[name])]
    const lateness = busy / lone
    return { name, lone, busy, bad, lateness, base: lateness > LARGEST_RATIO ? busy : lone }
  })
  return {
    figures: Object.fromEntries([
      ['messages of each phase', alone.delivered.length],
      ...what.flatMap((name) =>
        Object.entries({ alone, kind, hostile }).map(([phase, waits]) => [
          `${name}: p50 ${phase}, ms`,
          Math.round(percentile(waits[name], 0.5)),
        ]),
      ),
      ...compared.flatMap(({ name, lone, busy, bad }) => [
        [`${name}: p99 alone, ms`, Math.round(lone)],
        [`${name}: p99 beside a kind neighbour, ms`, Math.round(busy)],
        [`${name}: p99 beside a hostile neighbour, ms`, Math.round(bad)],
        [`${name}: hostile to alone`, Number((bad / lone).toFixed(2))],
        [`${name}: hostile to kind`, Number((bad / busy).toFixed(2))],
      ]),
    ]),
    broken: {
      'every phase has messages': [alone, kind, hostile].some(({ delivered }) => delivered.length === 0)
        ? ['none']
        : [],
      'alone, every message is delivered and answered': compared
        .filter(({ lone }) => lone >= LONGEST_MS)
        .map(({ name }) => name),
      [`a hostile neighbour makes an organisation wait at most ${LARGEST_RATIO} times as long`]: compared
        .filter(({ bad, base }) => bad > LARGEST_RATIO * base)
        .map(({ name, bad, base }) => `${name}: p99 is ${Math.round(bad)} ms, ${(bad / base).toFixed(1)} times`),
      'the hostile neighbour removes a user': removals.has(REMOVED) ? [] : [...removals],
      'a hostile neighbour does not sign a user out': meStatus === 200 ? [] : [`/v1/me/ returned ${meStatus}`],
    },
    notes: compared
      .filter(({ lateness }) => lateness > LARGEST_RATIO)
      .map(
        ({ name, lateness }) =>
          `${name}: this machine is ${lateness.toFixed(1)} times as late beside a kind neighbour, so the hostile one is compared with that one.`,
      ),
  }
}

function p99(waits: readonly number[]): number {
  return percentile(waits, 0.99)
}

/** Returns the wait that a share of all waits does not exceed, by the nearest rank. */
function percentile(waits: readonly number[], share: number): number {
  const sorted = waits.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
