import { log } from '../../platform/log/log.ts'
import { ModelDownError } from './model-errors.ts'
import type { Models, NamedModel } from './open-model.ts'

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
