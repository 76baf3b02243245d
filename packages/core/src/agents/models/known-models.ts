import { BEDROCK_MODEL_ID, BEDROCK_PREFIX } from '@messaging/contract/llm-models.ts'
import { invalidField } from '../../platform/errors.ts'
import { findModelSettings, type ModelSettings } from './model-settings.ts'

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
