import { type Clock, systemClock } from '../clock.ts'
import { listen } from '../http.ts'
import { Inbox } from '../inbox.ts'
import { type Asked, describeAsked } from './asked.ts'
import { type State, serve } from './serve.ts'
import { Scripts, type StepInput } from './steps.ts'

/** The default models. The first is a good default, the last makes pictures. */
export const SIMULATED_MODELS = ['small', 'large', 'image'] as const

interface ModelOptions {
  /** @default a free one */
  port?: number
  /** @default SIMULATED_MODELS */
  models?: readonly string[]
  /** @default any key is accepted */
  apiKey?: string
  /** How many requests are kept. @default 1000 */
  keep?: number
  clock?: Clock
}

/** A server with OpenAI's API that responds by rule or by script. */
export interface Model extends AsyncDisposable {
  port: number
  /** The API is below `${url}/v1`. */
  url: string
  /** Every request so far, oldest first. */
  readonly requests: readonly Asked[]
  /**
   * Returns these steps, in order, for the next requests whose latest user texts or system prompt contain `match`
   * (`''`: all), of any model or only of `model`. All other requests receive the default response.
   * @throws ValiError
   */
  script(match: string, steps: readonly StepInput[], model?: string): void
  /** Returns the first matching request that was not taken, answered or not. Rejects after `timeoutMs`, listing all. */
  next(predicate?: (request: Asked) => boolean, timeoutMs?: number): Promise<Asked>
  reset(): void
  stop(): Promise<void>
}

/** Starts the model on 127.0.0.1. */
export async function startModel(options: ModelOptions = {}): Promise<Model> {
  const state: State = {
    clock: options.clock ?? systemClock,
    inbox: new Inbox(options.keep ?? 1000, describeAsked),
    scripts: new Scripts(),
    models: options.models ?? SIMULATED_MODELS,
    apiKey: options.apiKey,
  }
  const server = await listen((request, response) => serve(request, response, state), options.port)
  const stop = async () => {
    state.inbox.close()
    await server.close()
  }
  return {
    port: server.port,
    url: server.url,
    get requests() {
      return state.inbox.items
    },
    script: (match, steps, model) => state.scripts.add({ match, steps, model }),
    next: (predicate, timeoutMs) => state.inbox.next(predicate, timeoutMs),
    reset() {
      state.inbox.clear()
      state.scripts.clear()
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
