import { settings } from '../../platform/settings.ts'
import { findModelSettings } from './model-settings.ts'

/** Returns the allowed values of `llmModel`, null if unknown, and the default model, null if there is none. */
export async function viewModels(): Promise<{ models: string[] | null; default: string | null }> {
  const server = await findModelSettings()
  if (!server) return { models: null, default: settings.BEDROCK_MODEL_ID ?? null }
  return {
    models: server.models && [...new Set([server.model, ...server.models])],
    default: server.model,
  }
}
