import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

/** Secrets of the demo: made at the first start and found again at every later one. */
const DemoSecrets = v.object({
  appSecret: v.string(),
  verifyToken: v.string(),
  accessToken: v.string(),
  /** Absent until the key exists at the embedded API Gateway. */
  apiKey: v.optional(v.string()),
  readApiKey: v.optional(v.string()),
  otherApiKey: v.optional(v.string()),
  webhookSecrets: v.optional(v.array(v.string())),
})
export type DemoSecrets = v.InferOutput<typeof DemoSecrets>

/** The demo's business account and number at the provider. */
export const DEMO_ACCOUNT_WA_ID = '102290129340398'
export const DEMO_NUMBER = { phoneNumberId: '106540352242922', number: '447700900100' }
/** The demo's app at the provider, for which customers sign up. */
export const DEMO_SIGNUP = { appId: '900550000000001', configId: '900550000000002' }
/** The simulated model asks for it, so that the way of a key is tried here too. */
export const DEMO_MODEL_KEY = 'demo-model-key'
/** Numbers that can be added to an account. */
export const AVAILABLE_NUMBERS = ['447700900101', '447700900102']

const fileOf = (dataDir: string) => join(dataDir, 'demo.json')

/** The demo's secrets, made and kept when there are none. */
export async function loadDemoSecrets(dataDir: string): Promise<DemoSecrets> {
  const kept = await readFile(fileOf(dataDir), 'utf8').catch(() => undefined)
  if (kept !== undefined) return v.parse(DemoSecrets, JSON.parse(kept))
  const fresh = {
    appSecret: randomBytes(16).toString('hex'),
    verifyToken: randomBytes(12).toString('hex'),
    accessToken: `EAA${randomBytes(24).toString('hex')}`,
  }
  await saveDemoSecrets(dataDir, fresh)
  return fresh
}

export async function saveDemoSecrets(dataDir: string, secrets: DemoSecrets): Promise<void> {
  const file = fileOf(dataDir)
  await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
