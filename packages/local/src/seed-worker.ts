import { Worker } from 'node:worker_threads'
import type { SignupSettings } from '@replywright/core/channel/provider/provider-settings.ts'
import type { DemoSecrets } from './demo.ts'
import type { ModelAnswer } from './model-notices.ts'

export interface SeedInput {
  readonly secrets: DemoSecrets
  /** URLs of the demo organisation's two webhooks and of the other organisation's webhook. */
  readonly webhookUrls: readonly string[]
  /** Where the demo's agent finds the orders of customers; a phone number follows. */
  readonly ordersUrl: string
  /** Base URL of the provider's API, including the version. */
  readonly providerBaseUrl: string
  readonly signup: SignupSettings
  /** The model server. Without `model`, agents use the first model that it lists. */
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
  /** In the order of `webhookUrls`. The secret is the stored one, which a user may have rotated; `''` if a user deleted the webhook. */
  readonly webhooks: readonly { readonly id: string; readonly secret: string }[]
  readonly sandboxNumber: { readonly number: string; readonly phoneNumberId: string }
  readonly secrets: DemoSecrets
}

/** A thread that has set up the demo, and reconciles. */
interface Seeding {
  readonly seeded: Seeded
  /** Number of messages that became overdue while the service was stopped, and were resent. */
  readonly resent: Promise<number>
  /** How the model answered; undefined if it was not asked, or the thread was stopped before. */
  readonly modelAnswer: Promise<ModelAnswer | undefined>
  stop(): Promise<void>
}

export interface Task {
  readonly seed: SeedInput
  /** Outputs of the stacks, which name the queues. */
  readonly outputs: Readonly<Record<string, string>>
  /** Whether the model is called once. */
  readonly asksModel: boolean
}

/** What the thread reports: first that the demo is set up, then how the model answered and how many messages it resent. */
export type Report =
  | { readonly seeded: Seeded }
  | { readonly modelAnswer: ModelAnswer | undefined }
  | { readonly resent: number }

/**
 * Runs `seed`, then calls the model and runs `reconcile`, in a separate thread, because a process can host several services and core works for the service
 * that its environment names. Resolves as soon as the demo is set up.
 */
export async function seedInWorker(env: Readonly<Record<string, string>>, task: Task): Promise<Seeding> {
  const { NODE_COMPILE_CACHE } = process.env
  const worker = new Worker(new URL('./seed-thread.ts', import.meta.url), {
    env: { ...env, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    workerData: task,
  })
  const seeded = Promise.withResolvers<Seeded>()
  const resent = Promise.withResolvers<number>()
  const modelAnswer = Promise.withResolvers<ModelAnswer | undefined>()
  worker.on('message', (report: Report) => {
    if ('seeded' in report) seeded.resolve(report.seeded)
    else if ('resent' in report) resent.resolve(report.resent)
    else modelAnswer.resolve(report.modelAnswer)
  })
  worker.on('error', (error) => {
    seeded.reject(error)
    resent.reject(error)
    modelAnswer.resolve(undefined)
  })
  // If the thread is stopped before it is done, the next start reconciles.
  worker.on('exit', () => {
    resent.resolve(0)
    modelAnswer.resolve(undefined)
  })
  resent.promise.catch(() => {})
  const stop = async () => {
    await worker.terminate()
  }
  return { seeded: await seeded.promise, resent: resent.promise, modelAnswer: modelAnswer.promise, stop }
}
