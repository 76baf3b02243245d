import { type Clock, systemClock } from '../clock.ts'
import { listen } from '../http.ts'
import { Inbox } from '../inbox.ts'
import { type BehaviourInput, Script } from './behaviour.ts'
import { describeReceived, type Received, receivedOn, type State, serve } from './serve.ts'

interface ReceiverOptions {
  /** @default a free one */
  port?: number
  /** Signing secrets by path. */
  secrets?: Record<string, string>
  /** How many deliveries are kept. @default 1000 */
  keep?: number
  clock?: Clock
}

/** The customer's endpoint. It accepts deliveries on any path and returns 200 by default. */
export interface Receiver extends AsyncDisposable {
  port: number
  url: string
  setSecret(path: string, secret: string): void
  /** Applies from the next delivery on that path, and starts its sequence again. */
  behave(path: string, behaviour: BehaviourInput): void
  /** Returns the first matching delivery that was not taken. Rejects after `timeoutMs`, listing the received ones. */
  next(predicate?: (delivery: Received) => boolean, timeoutMs?: number): Promise<Received>
  /** Oldest first, whether taken or not. */
  received(path?: string): Received[]
  /** Deletes deliveries and behaviours; secrets stay. */
  reset(): void
  stop(): Promise<void>
}

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const state: State = {
    clock: options.clock ?? systemClock,
    inbox: new Inbox(options.keep ?? 1000, describeReceived),
    secrets: new Map(Object.entries(options.secrets ?? {})),
    scripts: new Map(),
  }
  const server = await listen((request, response) => serve(request, response, state), options.port)
  const stop = async () => {
    state.inbox.close()
    await server.close()
  }
  return {
    port: server.port,
    url: server.url,
    setSecret: (path, secret) => void state.secrets.set(path, secret),
    behave: (path, behaviour) => void state.scripts.set(path, new Script(behaviour)),
    next: (predicate, timeoutMs) => state.inbox.next(predicate, timeoutMs),
    received: (path) => receivedOn(path, state),
    reset() {
      state.inbox.clear()
      state.scripts.clear()
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
