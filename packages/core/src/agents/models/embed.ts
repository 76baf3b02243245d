import type { EpochMs } from '@replywright/contract/time.ts'
import type { EmbeddingModel } from 'ai'
import { log } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { modelError } from './model-errors.ts'
import { openModelSettings } from './models.ts'
import { chooseModel, openEmbeddingModel } from './open-model.ts'
import { findPrice, microUsdOf } from './prices.ts'
import { type Quantized, quantize } from './quantize.ts'

/** Titan and OpenAI shorten their vectors to this length, with hardly a loss. Vectors of others keep their length. */
const DIMENSIONS = 512
const SHORTENED = /titan-embed-text-v2|text-embedding-3/
const CALLS_AT_ONCE = 8
/** A customer waits for a query, and it has an alternative. */
const RETRIES = { document: 3, query: 0 }

/** Vectors of texts, in their order, by the model that embedded them. */
export interface Embedded {
  readonly model: string
  readonly vectors: readonly Quantized[]
  readonly tokens: number
  /** Price in millionths of a USD; 0 if it is not known. */
  readonly microUsd: number
}

/**
 * Embeds texts with the deployment's embedding model. Returns undefined if there is none.
 * @throws ModelDownError or ModelRefusedError if it fails
 */
export async function embedTexts(
  texts: readonly string[],
  { use, signal, now }: { readonly use: 'document' | 'query'; readonly signal: AbortSignal; readonly now: EpochMs },
): Promise<Embedded | undefined> {
  const name = settings.EMBEDDING_MODEL
  if (!name) return undefined
  const model = await openEmbeddingModel(chooseModel(name, await openModelSettings(now)))
  return await embedWith({ name, model, texts, use, signal })
}

interface Embedding {
  readonly name: string
  readonly model: EmbeddingModel
  readonly texts: readonly string[]
  readonly use: 'document' | 'query'
  readonly signal: AbortSignal
}

/** Embeds texts with `model`. Throws as `embedTexts`. */
export async function embedWith({ name, model, texts, use, signal }: Embedding): Promise<Embedded> {
  const dimensions = SHORTENED.test(name) ? DIMENSIONS : undefined
  const { embedMany, RetryError } = await import('./ai.ts')
  try {
    const { embeddings, usage } = await embedMany({
      model,
      values: [...texts],
      ...(dimensions && { dimensions }),
      maxParallelCalls: CALLS_AT_ONCE,
      maxRetries: RETRIES[use],
      abortSignal: signal,
      providerOptions: {
        amazonBedrock: {
          inputType: use === 'query' ? 'search_query' : 'search_document',
          ...(dimensions && { dimensions }),
        },
      },
    })
    const price = findPrice(name)
    // Some servers do not count tokens.
    const inputTokens = Number.isFinite(usage.tokens) ? usage.tokens : 0
    const microUsd = price && microUsdOf(price, { inputTokens, outputTokens: 0 })
    log('texts.embedded', {
      use,
      model: name,
      texts: texts.length,
      tokens: inputTokens,
      ...(microUsd !== undefined && { microUsd }),
    })
    return { model: name, vectors: embeddings.map(quantize), tokens: inputTokens, microUsd: microUsd ?? 0 }
  } catch (error) {
    throw await modelError(RetryError.isInstance(error) ? error.lastError : error, signal)
  }
}
