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

/** Prints the latencies of a quiet party without and with a noisy one. */
export function printComparison(title: string, load: string, withoutLoad: Latencies, withLoad: Latencies): void {
  console.log(`\n${title}, in milliseconds`)
  console.table([
    { load: 'none', ...withoutLoad },
    { load, ...withLoad },
  ])
  console.log(`p99 with load / without = ${(withLoad.p99 / withoutLoad.p99).toFixed(1)}`)
}
