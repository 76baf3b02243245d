import type { Share } from '@replywright/contract/share-of.ts'

/** The quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959964

/** Returns a share with its 95 % confidence interval after Wilson, which also holds for few cases. */
export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, low: 0, high: 1 }
  const p = count / of
  const z2 = Z * Z
  const middle = (p + z2 / (2 * of)) / (1 + z2 / of)
  const half = (Z / (1 + z2 / of)) * Math.sqrt((p * (1 - p)) / of + z2 / (4 * of * of))
  return { count, of, low: rounded(Math.max(0, middle - half)), high: rounded(Math.min(1, middle + half)) }
}

/**
 * Returns pass^k for k = 1 to `runs`: the estimated probability that k runs all pass, without bias: the share of the choices of k runs
 * that have only passed ones.
 */
export function passPower(passed: number, runs: number): number[] {
  return Array.from({ length: runs }, (_, index) => {
    let probability = 1
    for (let i = 0; i <= index; i++) probability *= Math.max(0, passed - i) / (runs - i)
    return rounded(probability)
  })
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
