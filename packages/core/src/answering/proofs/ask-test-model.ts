import { generateStep, type Step, type StepInput } from '../../agents/models/generate-step.ts'
import { openModels, withFallback } from '../../agents/models/open-model.ts'
import { systemClock } from '../../platform/clock.ts'
import { settings } from '../../platform/settings.ts'
import { pricedTokens, type Tokens } from '../turns/turn-cost.ts'

const CALL_MILLISECONDS = 60_000

/** A call of the model that plays customers and judges. Returns its response with its cost. */
export type AskTestModel = (
  request: Pick<StepInput, 'system' | 'messages' | 'tools'>,
  signal: AbortSignal,
) => Promise<Pick<Step, 'text' | 'toolCalls'> & { readonly tokens: Tokens }>

/**
 * Opens the model that plays customers and judges: the setting `testModel`, else the default model of the deployment.
 * The function throws ModelDownError and ModelRefusedError.
 */
export async function openTestModel(): Promise<AskTestModel> {
  const call = withFallback(await openModels({ llmModel: settings.TEST_MODEL ?? null }, systemClock()))
  return async (request, signal) => {
    const step = await call(({ model }) =>
      generateStep({ ...request, model, signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MILLISECONDS)]) }),
    )
    return { text: step.text, toolCalls: step.toolCalls, tokens: pricedTokens(step) }
  }
}
