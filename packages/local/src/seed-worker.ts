import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { SignupSettings } from '@messaging/core/channel/provider/provider-settings.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { workQueueUrls } from '@messaging/core/platform/queues/queue-outputs.ts'
import type { DemoSecrets } from './demo.ts'

export interface SeedInput {
  readonly secrets: DemoSecrets
  /** URLs of the demo organisation's two webhooks and of the other organisation's webhook. */
  readonly webhookUrls: readonly string[]
  /** Base URL of the provider's API, including the version. */
  readonly providerBaseUrl: string
  readonly signup: SignupSettings
  /** The model server. Without `model`, agents use the first model that it lists. */
  readonly model: {
    readonly baseUrl: string
    readonly apiKey: string
    readonly model?: string | undefined
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

/** A thread that has set up the demo, and reconciles. */
export interface Seeding {
  readonly seeded: Seeded
  /** Number of messages that became overdue while the service was stopped, and were resent. */
  readonly resent: Promise<number>
  stop(): Promise<void>
}

interface Task {
  readonly seed: SeedInput
  /** Outputs of the stacks, which name the queues. */
  readonly outputs: Readonly<Record<string, string>>
}

type Report = { readonly seeded: Seeded } | { readonly resent: number }

/**
 * Runs `seed`, then `reconcile`, in a separate thread, because core reads its environment once, when it is loaded. Resolves as
 * soon as the demo is set up.
 */
export async function seedInWorker(
  env: Readonly<Record<string, string>>,
  seed: SeedInput,
  outputs: Readonly<Record<string, string>>,
): Promise<Seeding> {
  const { NODE_COMPILE_CACHE } = process.env
  const worker = new Worker(new URL(import.meta.url), {
    env: { ...env, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    workerData: { seed, outputs } satisfies Task,
  })
  const seeded = Promise.withResolvers<Seeded>()
  const resent = Promise.withResolvers<number>()
  worker.on('message', (report: Report) => {
    if ('seeded' in report) seeded.resolve(report.seeded)
    else resent.resolve(report.resent)
  })
  worker.on('error', (error) => {
    seeded.reject(error)
    resent.reject(error)
  })
  // If the thread is stopped before it is done, the next start reconciles.
  worker.on('exit', () => resent.resolve(0))
  resent.promise.catch(() => {})
  const stop = async () => {
    await worker.terminate()
  }
  return { seeded: await seeded.promise, resent: resent.promise, stop }
}

async function work({ seed: input, outputs }: Task): Promise<void> {
  const { seed } = await import('./seed.ts')
  parentPort?.postMessage({ seeded: await seed(input) } satisfies Report)
  const { reconcile } = await import('@messaging/core/operations/reconcile/reconcile.ts')
  const { overdue } = await reconcile({ queueUrls: workQueueUrls(outputs), clock: systemClock })
  const resent = Object.values(overdue).reduce((sum, count) => sum + count, 0)
  parentPort?.postMessage({ resent } satisfies Report)
}

if (!isMainThread) await work(workerData)
