import { Worker } from 'node:worker_threads'
import type { SignupSettings } from '@messaging/core/channel/provider/provider-settings.ts'
import type { DemoSecrets } from './demo.ts'

export interface SeedInput {
  readonly secrets: DemoSecrets
  /** Where the demo organisation's two webhooks and the other organisation's one point. */
  readonly webhookUrls: readonly string[]
  /** The provider's API, version included. */
  readonly providerBaseUrl: string
  readonly signup: SignupSettings
  /** The server that answers for agents; without `model` the first that it lists. */
  readonly model: {
    readonly baseUrl: string
    readonly apiKey: string
    readonly model?: string
    readonly imageModel?: string
  }
}

export interface Seeded {
  readonly accountId: string
  readonly agentId: string
  readonly webhookIds: readonly string[]
  readonly sandboxNumber: { readonly number: string; readonly phoneNumberId: string }
  readonly secrets: DemoSecrets
}

/** What the thread does after the demo is set up. */
export interface Seeding {
  readonly seeded: Seeded
  /** How many overdue messages were sent again: those that were due while the service was off. */
  readonly resent: Promise<number>
  stop(): Promise<void>
}

/** What the thread is told. */
export interface Order {
  readonly seed: SeedInput
  /** Of the stacks: they name the queues. */
  readonly outputs: Readonly<Record<string, string>>
}

/** What the thread reports: first that the demo is set up, then how many messages it sent again. */
export type Answer = { readonly seeded: Seeded } | { readonly resent: number }

/**
 * Runs `seed`, then `reconcile`, in a thread of its own, because a process can host several services and core works for the one
 * that its environment names. Returns as soon as the demo is set up.
 */
export async function seedInWorker(
  env: Readonly<Record<string, string>>,
  seed: SeedInput,
  outputs: Readonly<Record<string, string>>,
): Promise<Seeding> {
  const { NODE_COMPILE_CACHE } = process.env
  const worker = new Worker(new URL('./seed-thread.ts', import.meta.url), {
    env: { ...env, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    workerData: { seed, outputs } satisfies Order,
  })
  const seeded = Promise.withResolvers<Seeded>()
  const resent = Promise.withResolvers<number>()
  worker.on('message', (answer: Answer) => {
    if ('seeded' in answer) seeded.resolve(answer.seeded)
    else resent.resolve(answer.resent)
  })
  worker.on('error', (error) => {
    seeded.reject(error)
    resent.reject(error)
  })
  // Stopped before it was done: it is done again at the next start.
  worker.on('exit', () => resent.resolve(0))
  resent.promise.catch(() => {})
  const stop = async () => {
    await worker.terminate()
  }
  return { seeded: await seeded.promise, resent: resent.promise, stop }
}
