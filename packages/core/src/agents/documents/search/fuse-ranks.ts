import type { Hit } from './search-segments.ts'

/** The usual constant of reciprocal rank fusion: how much the first ranks count above later ones. */
const SMOOTHING = 60

/** Combines rankings: a hit scores the sum of the reciprocals of its ranks (reciprocal rank fusion). Best first. */
export function fuseRanks(rankings: readonly (readonly Hit[])[], limit: number): Hit[] {
  const fused = new Map<string, Hit>()
  for (const ranking of rankings)
    for (const [rank, { document, passage }] of ranking.entries()) {
      const key = `${document}:${passage}`
      const score = (fused.get(key)?.score ?? 0) + 1 / (SMOOTHING + rank + 1)
      fused.set(key, { document, passage, score })
    }
  return [...fused.values()].toSorted((a, b) => b.score - a.score).slice(0, limit)
}
