import * as v from 'valibot'
import { settings } from '../../platform/settings.ts'
import { findModelSettings, type ModelSettings } from './model-settings.ts'

/** What a model accepts besides text, as OpenRouter and vLLM report it, and as Mistral does. */
const Modalities = v.object({ input_modalities: v.array(v.string()) })
const Listed = v.object({
  id: v.string(),
  architecture: v.fallback(v.optional(Modalities), undefined),
  capabilities: v.fallback(v.optional(v.object({ vision: v.boolean() })), undefined),
})
const ModelList = v.object({ data: v.array(Listed) })
const TIMEOUT_MILLISECONDS = 5_000
/** Some servers offer hundreds of models, and the settings must fit one item of the table. */
const MODELS_KEPT = 1_000

/** The ids of a server's models, or why they are unknown. */
type ModelListing = { readonly models: readonly string[] } | { readonly problem: string }

/**
 * Lists the models of a server (`GET /models`), within five seconds. The address is not guarded, because it comes from
 * the operator and not from a customer.
 */
export async function listModels(server: Server): Promise<ModelListing> {
  const listed = await requestList(server)
  return 'problem' in listed ? listed : { models: listed.models.map(({ id }) => id) }
}

/** Returns whether a model of a server understands pictures; undefined if the server does not report it. */
export async function reportedSight(server: Server, model: string): Promise<boolean | undefined> {
  const listed = await requestList(server)
  const found = 'problem' in listed ? undefined : listed.models.find(({ id }) => id === model)
  return found?.architecture?.input_modalities.includes('image') ?? found?.capabilities?.vision
}

type Server = Pick<ModelSettings, 'baseUrl' | 'apiKey'>
type Requested = { readonly models: readonly v.InferOutput<typeof Listed>[] } | { readonly problem: string }

async function requestList({ baseUrl, apiKey }: Server): Promise<Requested> {
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    if (!response.ok) return { problem: `it responded with ${response.status}` }
    const { success, output } = v.safeParse(ModelList, await response.json())
    if (!success || output.data.length === 0) return { problem: 'it does not list them' }
    return { models: output.data.slice(0, MODELS_KEPT) }
  } catch (error) {
    return { problem: error instanceof SyntaxError ? 'it does not list them' : 'it cannot be reached' }
  }
}

/** Returns the allowed values of `llmModel`, null if unknown, and the default model, null if there is none. */
export async function viewModels(): Promise<{ models: string[] | null; default: string | null }> {
  const server = await findModelSettings()
  if (!server) return { models: null, default: settings.BEDROCK_MODEL_ID ?? null }
  return {
    models: server.models && [...new Set([server.model, ...server.models])],
    default: server.model,
  }
}
