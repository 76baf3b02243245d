import type { ImageModel, LanguageModel } from 'ai'
import { settings } from '../../platform/settings.ts'
import type { ModelChoice } from './choose-model.ts'

// Each provider is loaded where it is used only: their evaluation is most of a cold start.

/** The chosen model, ready to be called. The server's address is the operator's own, not a customer's, so it is not guarded. */
export async function openLanguageModel(choice: ModelChoice): Promise<LanguageModel> {
  return choice.kind === 'bedrock'
    ? (await openBedrock()).languageModel(choice.id)
    : (await openServer(choice)).chatModel(choice.id)
}

/** As `openLanguageModel`, for pictures. */
export async function openImageModel(choice: ModelChoice): Promise<ImageModel> {
  return choice.kind === 'bedrock'
    ? (await openBedrock()).imageModel(choice.id)
    : (await openServer(choice)).imageModel(choice.id)
}

/** Signs with the function's own role. */
async function openBedrock() {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
  return createAmazonBedrock(settings.AWS_ENDPOINT_URL ? { baseURL: settings.AWS_ENDPOINT_URL } : {})
}

async function openServer({ baseUrl, apiKey }: Extract<ModelChoice, { kind: 'server' }>) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ name: 'server', baseURL: baseUrl, ...(apiKey && { apiKey }) })
}
