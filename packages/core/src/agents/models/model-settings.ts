import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { ModelSettingsEntity } from './model-settings-entity.ts'

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

export async function putModelSettings(settings: ModelSettings, now: number): Promise<void> {
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
export async function findModelSettings(): Promise<Omit<ModelSettings, 'apiKey'> | undefined> {
  const stored = await readStored()
  return stored ? open(stored, '') : undefined
}

type Stored = NonNullable<Awaited<ReturnType<typeof readStored>>>
const recent = new ShortCache<Stored | null>(60_000)

/** Returns the settings, at most a minute old, or undefined. */
export async function openModelSettings(now: number): Promise<ModelSettings | undefined> {
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
