import type { LanguageModel } from 'ai'
import { InternalError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { chooseModel } from './choose-model.ts'
import { openModelSettings } from './model-settings.ts'
import { openLanguageModel } from './open-model.ts'

/** Returns the model of an `llmModel`; null and `''` mean the deployment's default. @throws Error if there is none */
export async function languageModel(llmModel: string | null | undefined, now: number): Promise<LanguageModel> {
  const server = await openModelSettings(now)
  const name = llmModel || server?.model || settings.BEDROCK_MODEL_ID
  if (!name) throw new InternalError('no model is configured: npm run ops -- model set')
  return await openLanguageModel(chooseModel(name, server))
}
