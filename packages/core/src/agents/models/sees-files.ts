import type { LanguageModel } from 'ai'
import { ShortCache } from '../../platform/short-cache.ts'
import { reportedSight } from './list-models.ts'
import { openModelSettings } from './model-settings.ts'

/** Models of Amazon Bedrock with tools and without pictures. A function's role may not ask Bedrock. */
const BLIND = /(^|\.)(amazon\.nova-micro|cohere\.command-r|ai21\.jamba|meta\.llama3-1|mistral\.mistral-large-24)/

const known = new ShortCache<boolean | null>(10 * 60_000)

/** Returns whether a model understands pictures and PDF; undefined if it is not known. `now` in milliseconds. */
export async function seesFiles(model: LanguageModel, now: number): Promise<boolean | undefined> {
  if (typeof model === 'string') return undefined
  const { modelId, provider } = model
  if (provider.startsWith('amazon')) return BLIND.test(modelId) ? false : undefined
  const sees = await known.getOrRead(`${provider} ${modelId}`, now, async () => {
    const server = await openModelSettings(now)
    return (server && (await reportedSight(server, modelId))) ?? null
  })
  return sees ?? undefined
}
