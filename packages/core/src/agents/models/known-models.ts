import { BEDROCK_MODEL_ID, BEDROCK_PREFIX } from '@messaging/contract/llm-models.ts'
import { invalidField } from '../../platform/errors.ts'
import { findModelSettings, type ModelSettings } from './model-settings.ts'

const MODELS_NAMED = 20

/** 400 at `llmModel` for a model that this deployment is known not to have. */
export async function assertKnownModel(llmModel: string): Promise<void> {
  const problem = refuseModel(llmModel, await findModelSettings())
  if (problem) throw invalidField('llmModel', problem)
}

/** Why an agent cannot have this `llmModel`; undefined when it can, as far as it is known. */
export function refuseModel(
  llmModel: string,
  server: Pick<ModelSettings, 'model' | 'models'> | undefined,
): string | undefined {
  if (server?.models) {
    const known = [...new Set([server.model, ...server.models])]
    return known.includes(llmModel) ? undefined : `is no model of this deployment. It has ${named(known)}`
  }
  if (server && !llmModel.startsWith(BEDROCK_PREFIX)) return undefined
  const id = llmModel.startsWith(BEDROCK_PREFIX) ? llmModel.slice(BEDROCK_PREFIX.length) : llmModel
  return BEDROCK_MODEL_ID.test(id) ? undefined : 'is no model id of Amazon Bedrock, such as amazon.nova-lite-v1:0'
}

function named(models: readonly string[]): string {
  const more = models.length - MODELS_NAMED
  return `${models.slice(0, MODELS_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
