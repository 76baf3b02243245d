import { BEDROCK_PREFIX } from '@replywright/contract/llm-models.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EmbeddingModel, ImageModel, LanguageModel } from 'ai'
import { InternalError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { ModelDownError } from './model-errors.ts'
import { standardFetch } from './model-fetch.ts'
import { type ModelSettings, openModelSettings } from './models.ts'
import { standardConverse } from './standard-converse.ts'
import { standardCompletion } from './standard-response.ts'

// Each provider is loaded on first use, because loading it is most of a cold start.

/** The server's address is not guarded, because it comes from the operator and not from a customer. */
export async function openLanguageModel(choice: ModelChoice): Promise<LanguageModel> {
  return choice.kind === 'bedrock'
    ? (await openBedrock()).languageModel(choice.id)
    : (await openServer(choice)).chatModel(choice.id)
}

export async function openImageModel(choice: ModelChoice): Promise<ImageModel> {
  return choice.kind === 'bedrock'
    ? (await openBedrock()).imageModel(choice.id)
    : (await openServer(choice)).imageModel(choice.id)
}

export async function openEmbeddingModel(choice: ModelChoice): Promise<EmbeddingModel> {
  return choice.kind === 'bedrock'
    ? (await openBedrock()).embeddingModel(choice.id)
    : (await openServer(choice)).embeddingModel(choice.id)
}

/** Opens Amazon Bedrock with the function's role. */
async function openBedrock() {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
  return createAmazonBedrock({
    ...(settings.AWS_ENDPOINT_URL && { baseURL: settings.AWS_ENDPOINT_URL }),
    fetch: standardFetch('/converse', standardConverse),
  })
}

async function openServer({ baseUrl, apiKey }: Extract<ModelChoice, { kind: 'server' }>) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'server',
    baseURL: baseUrl,
    fetch: standardFetch('/chat/completions', standardCompletion),
    ...(apiKey && { apiKey }),
    ...(isOpenAi(baseUrl) && { transformRequestBody: renameLimit }),
  })
}

function isOpenAi(baseUrl: string): boolean {
  return /(^|\.)(api\.openai|openai\.azure)\.com$/.test(new URL(baseUrl).hostname)
}

/** OpenAI's reasoning models reject `max_tokens`. Other servers may not know its successor. */
export function renameLimit({ max_tokens, ...body }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens }
}

export interface NamedModel {
  /** As in an agent's `llmModel`. */
  readonly name: string
  readonly model: LanguageModel
}

/** An agent's model, and the one that is called while it is down. */
export interface Models {
  readonly first: NamedModel
  readonly fallback: NamedModel | undefined
}

/** Returns the models of an agent; null and `''` mean the deployment's defaults. @throws Error if there is none */
export async function openModels(
  { llmModel, fallbackModel }: { readonly llmModel?: string | null; readonly fallbackModel?: string | null },
  now: EpochMs,
): Promise<Models> {
  const server = await openModelSettings(now)
  const open = async (name: string) => ({ name, model: await openLanguageModel(chooseModel(name, server)) })
  const name = llmModel || server?.model || settings.BEDROCK_MODEL_ID
  if (!name) throw new InternalError('no model is configured: npm run ops -- model set')
  const other = fallbackModel || (server ? server.fallbackModel : settings.BEDROCK_FALLBACK_MODEL_ID)
  return { first: await open(name), fallback: other && other !== name ? await open(other) : undefined }
}

export type ModelChoice =
  | { readonly kind: 'bedrock'; readonly id: string }
  | { readonly kind: 'server'; readonly id: string; readonly baseUrl: string; readonly apiKey: string }

/**
 * Returns the provider of `name`, an agent's `llmModel` or a default: Amazon Bedrock for `bedrock:<id>` or without a
 * configured server, else the server.
 */
export function chooseModel(name: string, server: Pick<ModelSettings, 'baseUrl' | 'apiKey'> | undefined): ModelChoice {
  if (name.startsWith(BEDROCK_PREFIX)) return { kind: 'bedrock', id: name.slice(BEDROCK_PREFIX.length) }
  return server
    ? { kind: 'server', id: name, baseUrl: server.baseUrl, apiKey: server.apiKey }
    : { kind: 'bedrock', id: name }
}

/** Calls one of the models. Returns the result and the name of the model. */
export type CallModels = <Result>(
  call: (model: NamedModel, isFallback: boolean) => Promise<Result>,
) => Promise<Result & { readonly model: string }>

/**
 * Returns a function that calls the first model, and the fallback after the first 429 (also of a daily quota), 5xx or
 * timeout. Later calls go to the fallback at once. A rejected request is not repeated: a fallback must not evade a refusal.
 */
export function withFallback({ first, fallback }: Models): CallModels {
  let isDown = false
  return async (call) => {
    if (!fallback || !isDown) {
      try {
        return { ...(await call(first, false)), model: first.name }
      } catch (error) {
        if (!fallback || !(error instanceof ModelDownError) || isDenied(error)) throw error
        isDown = true
        log('model.fell_back', { model: first.name, fallback: fallback.name, reason: error.message })
      }
    }
    return { ...(await call(fallback, true)), model: fallback.name }
  }
}

/** A used up quota of tokens is no denial. */
function isDenied({ reason, status }: ModelDownError): boolean {
  return reason === 'access' && status !== 429
}
