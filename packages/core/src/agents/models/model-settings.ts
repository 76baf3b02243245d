import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * Which server answers for agents. One item of the table, set by `npm run ops -- model set`; without it Amazon Bedrock does.
 * Kept without expiry: it is configuration.
 */
const ModelSettingsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'modelSettings', version: '1' },
    attributes: {
      baseUrl: { type: 'string', required: true },
      /** Encrypted, purpose `model`; absent when the server needs none. */
      apiKey: { type: 'string' },
      model: { type: 'string', required: true },
      imageModel: { type: 'string' },
      models: { type: 'list', items: { type: 'string' } },
      updatedAt: { type: 'number', required: true },
    },
    indexes: {
      only: {
        pk: key('pk', 'settings'),
        sk: key('sk', 'model'),
      },
    },
  },
  table,
)

/** A server that speaks as OpenAI's does, and what it is used for. */
export interface ModelSettings {
  /** With its version and without a slash at the end: `https://api.example.com/v1`. It is the operator's own, so it may be private. */
  readonly baseUrl: string
  /** `''` when the server needs none. */
  readonly apiKey: string
  /** Answers for agents whose `llmModel` is null. May begin with `bedrock:`, as each of these may. */
  readonly model: string
  /** Makes pictures; null: nobody does. */
  readonly imageModel: string | null
  /** What an agent's `llmModel` may be; null: anything. */
  readonly models: readonly string[] | null
}

const OWNER = 'service'
const CACHE_MILLISECONDS = 60_000

/** Stores the settings in place of what was stored. */
export async function putModelSettings(settings: ModelSettings, now: number): Promise<void> {
  const { baseUrl, apiKey, model, imageModel, models } = settings
  await ModelSettingsEntity.put({
    baseUrl,
    model,
    ...(apiKey && { apiKey: await encryptSecret('model', OWNER, apiKey) }),
    ...(imageModel && { imageModel }),
    ...(models && { models: [...models] }),
    updatedAt: now,
  }).go()
}

/** Leaves the answers to Amazon Bedrock. */
export async function removeModelSettings(): Promise<void> {
  await ModelSettingsEntity.delete({}).go()
}

/** The settings without the key, read now; undefined when there are none. Needs no right to decrypt. */
export async function findModelSettings(): Promise<Omit<ModelSettings, 'apiKey'> | undefined> {
  const stored = await readStored()
  return stored ? open(stored, '') : undefined
}

type Stored = NonNullable<Awaited<ReturnType<typeof readStored>>>
let cached: { readonly stored: Stored | null; readonly until: number } | undefined

/** The settings, at most a minute old; undefined when there are none. */
export async function openModelSettings(now: number): Promise<ModelSettings | undefined> {
  if (!cached || cached.until <= now) cached = { stored: await readStored(), until: now + CACHE_MILLISECONDS }
  const { stored } = cached
  return stored ? open(stored, stored.apiKey ? await decryptSecret('model', OWNER, stored.apiKey) : '') : undefined
}

async function readStored() {
  return (await ModelSettingsEntity.get({}).go()).data
}

function open({ baseUrl, model, imageModel, models }: Stored, apiKey: string): ModelSettings {
  return { baseUrl, apiKey, model, imageModel: imageModel ?? null, models: models ?? null }
}
