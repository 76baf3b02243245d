import * as v from 'valibot'
import type { ModelSettings } from './model-settings.ts'

const ModelList = v.object({ data: v.array(v.object({ id: v.string() })) })
const TIMEOUT_MILLISECONDS = 5_000
/** Some servers resell hundreds; the settings are one item of the table. */
const MODELS_KEPT = 1_000

/** What a server said of its models: their ids, or why they are not known. */
export type ModelListing = { readonly models: readonly string[] } | { readonly problem: string }

/**
 * Asks a server for its models (`GET /models`), for five seconds at most. The address is the operator's own, not a customer's,
 * so it is not guarded.
 */
export async function listModels({
  baseUrl,
  apiKey,
}: Pick<ModelSettings, 'baseUrl' | 'apiKey'>): Promise<ModelListing> {
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    if (!response.ok) return { problem: `it answers ${response.status}` }
    const { success, output } = v.safeParse(ModelList, await response.json())
    if (!success || output.data.length === 0) return { problem: 'it does not list them' }
    return { models: output.data.slice(0, MODELS_KEPT).map(({ id }) => id) }
  } catch (error) {
    return { problem: error instanceof SyntaxError ? 'it does not list them' : 'it cannot be reached' }
  }
}
