import { systemClock } from '../../../platform/clock.ts'
import { log, logError } from '../../../platform/log/log.ts'
import { type Embedded, embedTexts } from '../../models/embed.ts'
import { countTokens, type Payer, type TokenCost } from '../../usage/count-tokens.ts'
import type { Passage } from '../text/split-passages.ts'
import type { QueryVector } from './nearest-passages.ts'
import type { SegmentVectors } from './segment.ts'

/** The worker has two minutes for a document. */
const LONGEST_DOCUMENT_MILLISECONDS = 60_000
const LONGEST_QUERY_MILLISECONDS = 3_000

/**
 * Returns the vectors of passages, or undefined without an embedding model or if it fails: words find them, too. Their price is
 * counted for the agent.
 */
export async function embedPassages(passages: readonly Passage[], payer: Payer): Promise<SegmentVectors | undefined> {
  const signal = AbortSignal.timeout(LONGEST_DOCUMENT_MILLISECONDS)
  const texts = passages.map(({ place, text }) => (place ? `${place}\n${text}` : text))
  try {
    const now = systemClock()
    const embedded = await embedTexts(texts, { use: 'document', signal, now })
    if (!embedded) return undefined
    await countTokens(payer, costOf(embedded), now)
    const { model, vectors } = embedded
    const dimensions = vectors[0]?.length ?? 0
    const values = new Int8Array(dimensions * vectors.length)
    for (const [index, vector] of vectors.entries()) values.set(vector, index * dimensions)
    return { model, dimensions, values }
  } catch (error) {
    logError('embedding.failed', error, { texts: texts.length })
    return undefined
  }
}

function costOf({ tokens: inputTokens, microUsd }: Embedded): TokenCost {
  return { inputTokens, outputTokens: 0, microUsd }
}

/** The vector of a query, or whether the embedding model failed. */
type EmbeddedQuery = { readonly vector?: QueryVector; readonly failed: boolean }

/** Returns the vector of a query. Its price is counted for the agent. */
export async function embedQuery(
  query: string,
  payer: Payer,
  { signal, now }: { readonly signal: AbortSignal; readonly now: number },
): Promise<EmbeddedQuery> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_QUERY_MILLISECONDS)])
  try {
    const embedded = await embedTexts([query], { use: 'query', signal: limited, now })
    if (embedded) await countTokens(payer, costOf(embedded), now)
    const [vector] = embedded?.vectors ?? []
    return { failed: false, ...(embedded && vector && { vector: { model: embedded.model, vector } }) }
  } catch (error) {
    if (signal.aborted) throw error
    log('embedding.query_failed', { error: error instanceof Error ? error.message : 'unknown' })
    return { failed: true }
  }
}
