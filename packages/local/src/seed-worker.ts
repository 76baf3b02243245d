import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { SignupSettings } from '@messaging/core/provider/provider-settings.ts'
import type { DemoSecrets } from './demo.ts'

export interface SeedInput {
  readonly secrets: DemoSecrets
  /** Where the demo organisation's two webhooks and the other organisation's one point. */
  readonly webhookUrls: readonly string[]
  /** The provider's API, version included. */
  readonly providerBaseUrl: string
  readonly signup: SignupSettings
}

export interface Seeded {
  readonly accountId: string
  readonly agentId: string
  readonly webhookIds: readonly string[]
  readonly sandboxNumber: { readonly number: string; readonly phoneNumberId: string }
  readonly secrets: DemoSecrets
}

/** Runs `seed` in a thread of its own, because core reads its environment once, when it is loaded. */
export async function seedInWorker(env: Readonly<Record<string, string>>, input: SeedInput): Promise<Seeded> {
  const worker = new Worker(new URL(import.meta.url), { env: { ...env }, workerData: input })
  const [seeded]: Seeded[] = await once(worker, 'message')
  if (!seeded) throw new Error('the demo could not be set up')
  return seeded
}

if (!isMainThread) {
  const { seed } = await import('./seed.ts')
  parentPort?.postMessage(await seed(workerData))
}
