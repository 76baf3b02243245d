import { LEAST_SAMPLES } from '@messaging/contract/dashboard/statistics.ts'

/** Upper bounds of the latency histogram in milliseconds. An attempt takes at most 10 seconds. */
const BOUNDS = [
  5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000,
] as const
const LAST = BOUNDS.length - 1

/** Counts by bucket. */
export type Histogram = Readonly<Record<number, number>>

/** Returns the bucket of a latency. */
export function bucketOf(milliseconds: number): number {
  const bucket = BOUNDS.findIndex((bound) => milliseconds <= bound)
  return bucket < 0 ? LAST : bucket
}

/** Returns the estimated latency below which `share` (0 to 1) of the responses are, or null with too few responses. */
export function percentile(histogram: Histogram, share: number): number | null {
  const counts = BOUNDS.map((_, bucket) => histogram[bucket] ?? 0)
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total < LEAST_SAMPLES) return null
  const wanted = share * total
  let below = 0
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const [from, to] = [BOUNDS[bucket - 1] ?? 0, BOUNDS[bucket] ?? 0]
      return Math.round(from + ((to - from) * (wanted - below)) / count)
    }
    below += count
  }
  return null
}
