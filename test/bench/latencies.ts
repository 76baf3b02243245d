/** Percentiles of a sample in milliseconds. */
export interface Latencies {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Runs `once` repeatedly, one after the other. `once` returns its duration in milliseconds. */
export async function measure(times: number, once: (index: number) => Promise<number>): Promise<Latencies> {
  const sorted: number[] = []
  for (let index = 0; index < times; index++) sorted.push(await once(index))
  sorted.sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** How long a quiet party waits without and with a noisy one. */
export interface Comparison {
  readonly title: string
  /** What the noisy party does. */
  readonly load: string
  readonly withoutLoad: Latencies
  readonly withLoad: Latencies
  /** How long the noisy party's work keeps a worker that the quiet party may have to wait for; 0 if others are free. */
  readonly batchMs: number
}

/** A noisy party uses the processors, too. Without fairness, a quiet party would wait for many batches. */
const FACTOR = 3
const BATCHES = 2

/** What has not happened after this time is counted as this time, and is unfair. */
export const LONGEST_MILLISECONDS = 30_000

/** Prints the waits, and returns what is unfair. The 95th percentile decides, because a machine may pause once. */
export function printComparison({ title, load, withoutLoad, withLoad, batchMs }: Comparison): string[] {
  const longest = Math.min(FACTOR * withoutLoad.p95 + BATCHES * batchMs, LONGEST_MILLISECONDS - 1000)
  console.log(`\n${title}, in milliseconds`)
  console.table([
    { load: 'none', ...withoutLoad },
    { load, ...withLoad },
  ])
  console.log(`p99 with load / without = ${(withLoad.p99 / withoutLoad.p99).toFixed(1)}; p95 may be ${longest} ms`)
  return withLoad.p95 > longest ? [`${title}: p95 is ${withLoad.p95} ms with load, may be ${longest} ms`] : []
}
