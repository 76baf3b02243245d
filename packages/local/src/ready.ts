import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ReadyWebhook {
  readonly id: string
  readonly url: string
  readonly secret: string
}

/** Addresses, ids and keys of the running service, for programs. */
export interface Ready {
  readonly baseUrl: string
  readonly apiKey: string
  readonly readApiKey: string
  readonly dashboardUrl: string
  readonly email: string
  readonly password: string
  readonly ingressUrl: string
  readonly verifyToken: string
  readonly appSecret: string
  readonly providerUrl: string
  readonly modelUrl: string
  readonly account: { readonly id: string; readonly waId: string }
  readonly agent: { readonly id: string }
  readonly numbers: readonly { readonly number: string; readonly phoneNumberId: string; readonly sandbox: boolean }[]
  readonly webhook: ReadyWebhook
  readonly webhooks: readonly ReadyWebhook[]
  readonly receiverUrl: string
  readonly otherOrganization: { readonly apiKey: string; readonly webhookId: string }
}

/** What `npm run ops` requires: the environment variables of core, and the outputs of the stacks. */
export interface Administrator {
  readonly environment: Readonly<Record<string, string>>
  readonly outputs: Readonly<Record<string, string>>
}

const fileOf = (dataDir: string) => join(dataDir, 'ready.json')
const administratorFileOf = (dataDir: string) => join(dataDir, 'administrator.json')

/** Writes `ready.json` and `administrator.json` atomically, readable only by the owner, because they contain keys. */
export async function writeReady(dataDir: string, ready: Ready, administrator: Administrator): Promise<void> {
  await writeAtomically(administratorFileOf(dataDir), administrator)
  await writeAtomically(fileOf(dataDir), ready)
}

async function writeAtomically(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

export async function removeReady(dataDir: string): Promise<void> {
  await Promise.all([fileOf(dataDir), administratorFileOf(dataDir)].map((file) => rm(file, { force: true })))
}
