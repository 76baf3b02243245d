import { settings } from '../../platform/settings.ts'
import { findModelSettings } from './model-settings.ts'

/** What an agent's `llmModel` can be, null when nobody knows; and what answers when it is null, null when nothing does. */
export async function viewModels(): Promise<{ models: string[] | null; default: string | null }> {
  const server = await findModelSettings()
  if (!server) return { models: null, default: settings.BEDROCK_MODEL_ID ?? null }
  return {
    models: server.models && [...new Set([server.model, ...server.models])],
    default: server.model,
  }
}
