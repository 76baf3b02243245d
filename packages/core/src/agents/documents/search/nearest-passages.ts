import { type Quantized, similarity } from '../../models/quantize.ts'
import type { Hit, SearchedSegment } from './search-segments.ts'

/** The vector of a query, by the model that embedded it. */
export interface QueryVector {
  readonly model: string
  readonly vector: Quantized
}

/** Returns the passages whose vectors are most similar to the query's, best first. Others have no vectors of its model. */
export function nearestPassages(
  documents: readonly SearchedSegment[],
  { model, vector }: QueryVector,
  limit: number,
): Hit[] {
  let best: Hit[] = []
  let least = Number.NEGATIVE_INFINITY
  for (const [document, { segment }] of documents.entries()) {
    const { vectors } = segment
    if (vectors?.model !== model || vectors.dimensions !== vector.length) continue
    for (let passage = 0; passage < segment.lengths.length; passage++) {
      const score = similarity(vector, vectors.values, passage * vectors.dimensions)
      if (score <= least) continue
      best.push({ document, passage, score })
      if (best.length < 4 * limit) continue
      best = best.toSorted((a, b) => b.score - a.score).slice(0, limit)
      least = best.at(-1)?.score ?? least
    }
  }
  return best.toSorted((a, b) => b.score - a.score).slice(0, limit)
}
