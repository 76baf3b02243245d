import { BEDROCK_PREFIX } from '@messaging/contract/llm-models.ts'
import type { ModelSettings } from './model-settings.ts'

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
