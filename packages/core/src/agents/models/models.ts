import { BEDROCK_MODEL_ID, BEDROCK_PREFIX } from '@replywright/contract/llm-models.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { LanguageModel } from 'ai'
import * as v from 'valibot'
import { invalidField } from '../../platform/errors.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { settings } from '../../platform/settings.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { entity, key } from '../../platform/table/entity.ts'

/** An OpenAI-compatible server and its models. */
export interface ModelSettings {
  /** With version, without trailing slash: `https://api.example.com/v1`. The operator sets it, so it may be private. */
  readonly baseUrl: string
  /** `''` if the server needs none. */
  readonly apiKey: string
  /** Model of agents whose `llmModel` is null. Like the others it can have the prefix `bedrock:`. */
  readonly model: string
  /** Model that is called while an agent's model is down; null for none. */
  readonly fallbackModel: string | null
  /** Model for pictures; null for none. */
  readonly imageModel: string | null
  /** Allowed values of an agent's `llmModel`; null for any. */
  readonly models: readonly string[] | null
}

const OWNER = 'service'

export async function putModelSettings(settings: ModelSettings, now: EpochMs): Promise<void> {
  const { baseUrl, apiKey, model, fallbackModel, imageModel, models } = settings
  await ModelSettingsEntity.put({
    baseUrl,
    model,
    ...(apiKey && { apiKey: await encryptSecret('model', OWNER, apiKey) }),
    ...(fallbackModel && { fallbackModel }),
    ...(imageModel && { imageModel }),
    ...(models && { models: [...models] }),
    updatedAt: now,
  }).go()
}

/** Deletes the settings. Amazon Bedrock is used then. */
export async function removeModelSettings(): Promise<void> {
  await ModelSettingsEntity.delete({}).go()
}

/** Returns the settings without the key, read now, or undefined. Needs no permission to decrypt. */
async function findModelSettings(): Promise<Omit<ModelSettings, 'apiKey'> | undefined> {
  const stored = await readStored()
  return stored ? open(stored, '') : undefined
}

type Stored = NonNullable<Awaited<ReturnType<typeof readStored>>>
const recent = new ShortCache<Stored | null>(60_000)

/** Returns the settings, at most a minute old, or undefined. */
export async function openModelSettings(now: EpochMs): Promise<ModelSettings | undefined> {
  const stored = await recent.getOrRead(OWNER, now, readStored)
  return stored ? open(stored, stored.apiKey ? await decryptSecret('model', OWNER, stored.apiKey) : '') : undefined
}

async function readStored() {
  return (await ModelSettingsEntity.get({}).go()).data
}

function open({ baseUrl, model, fallbackModel, imageModel, models }: Stored, apiKey: string): ModelSettings {
  const others = { fallbackModel: fallbackModel ?? null, imageModel: imageModel ?? null, models: models ?? null }
  return { baseUrl, apiKey, model, ...others }
}

/**
 * The model server of the deployment. One item of the table, set by `npm run ops -- model set`. Without it Amazon
 * Bedrock is used. It is configuration and does not expire.
 */
export const ModelSettingsEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'modelSettings', version: '1' },
  attributes: {
    baseUrl: { type: 'string', required: true },
    /** Encrypted, purpose `model`; absent if the server needs none. */
    apiKey: { type: 'string' },
    model: { type: 'string', required: true },
    fallbackModel: { type: 'string' },
    imageModel: { type: 'string' },
    models: { type: 'list', items: { type: 'string' } },
    updatedAt: { type: 'number', required: true },
  },
  indexes: {
    only: { pk: key('pk', 'settings'), sk: key('sk', 'model') },
  },
}))

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

const MODELS_NAMED = 20

/** @throws ServiceError 400 at `field` for a model that this deployment does not have */
export async function assertKnownModel(field: string, llmModel: string): Promise<void> {
  const problem = refuseModel(llmModel, await findModelSettings())
  if (problem) throw invalidField(field, problem)
}

/** Returns why an agent cannot use this `llmModel`, or undefined if no reason is known. */
export function refuseModel(
  llmModel: string,
  server: Pick<ModelSettings, 'model' | 'models'> | undefined,
): string | undefined {
  if (server?.models) {
    const known = [...new Set([server.model, ...server.models])]
    return known.includes(llmModel) ? undefined : `must be one of the models of this deployment: ${named(known)}`
  }
  if (server && !llmModel.startsWith(BEDROCK_PREFIX)) return undefined
  const id = llmModel.startsWith(BEDROCK_PREFIX) ? llmModel.slice(BEDROCK_PREFIX.length) : llmModel
  return BEDROCK_MODEL_ID.test(id) ? undefined : 'must be a model id of Amazon Bedrock, such as amazon.nova-lite-v1:0'
}

function named(models: readonly string[]): string {
  const more = models.length - MODELS_NAMED
  return `${models.slice(0, MODELS_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Models of Amazon Bedrock with tools and without pictures. A function's role may not ask Bedrock. */
const BLIND = /(^|\.)(amazon\.nova-micro|cohere\.command-r|ai21\.jamba|meta\.llama3-1|mistral\.mistral-large-24)/

const known = new ShortCache<boolean | null>(10 * 60_000)

/** Returns whether a model understands pictures and PDF; undefined if it is not known. */
export async function seesFiles(model: LanguageModel, now: EpochMs): Promise<boolean | undefined> {
  if (typeof model === 'string') return undefined
  const { modelId, provider } = model
  if (provider.startsWith('amazon')) return BLIND.test(modelId) ? false : undefined
  const sees = await known.getOrRead(`${provider} ${modelId}`, now, async () => {
    const server = await openModelSettings(now)
    return (server && (await reportedSight(server, modelId))) ?? null
  })
  return sees ?? undefined
}
