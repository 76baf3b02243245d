import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InitialTemplate } from '@replywright/simulators/provider/templates.ts'
import * as v from 'valibot'

/** Secrets of the demo: created at the first start, and used by every later one. */
const DemoSecrets = v.object({
  appSecret: v.string(),
  verifyToken: v.string(),
  accessToken: v.string(),
  /** Absent until the key exists in the embedded API Gateway. */
  apiKey: v.optional(v.string()),
  readApiKey: v.optional(v.string()),
  otherApiKey: v.optional(v.string()),
  /** Passwords of the two dashboard users. */
  password: v.optional(v.string()),
  otherPassword: v.optional(v.string()),
})
export type DemoSecrets = v.InferOutput<typeof DemoSecrets>

/** The demo's business account and number at the provider. */
export const DEMO_ACCOUNT_WA_ID = '102290129340398'
export const DEMO_NUMBER = { phoneNumberId: '106540352242922', number: '447700900100' }
/** Approved templates of the demo's account at the simulated provider. */
export const DEMO_TEMPLATES: readonly InitialTemplate[] = [
  {
    wabaId: DEMO_ACCOUNT_WA_ID,
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      { type: 'BODY', text: 'This message shows that the number can send templates.' },
      { type: 'FOOTER', text: 'The Daily Grind' },
    ],
  },
  {
    wabaId: DEMO_ACCOUNT_WA_ID,
    name: 'order_update',
    language: 'en_US',
    category: 'UTILITY',
    components: [
      {
        type: 'BODY',
        text: 'Hello {{1}}, your order {{2}} is on its way.',
        example: { body_text: [['Ada', 'A-1042']] },
      },
    ],
  },
]
/** Dashboard users of the demo's organisation and of the other one. */
export const DEMO_EMAIL = 'demo@example.com'
export const OTHER_EMAIL = 'other@example.com'
/** The demo's app at the provider, which customers use to sign up. */
export const DEMO_SIGNUP = { appId: '900550000000001', configId: '900550000000002' }
/** API key that the simulated model requires. It tests how the key is stored and sent. */
export const DEMO_MODEL_KEY = 'demo-model-key'
/** Numbers that can be added to an account. */
export const AVAILABLE_NUMBERS = ['447700900101', '447700900102']

const newPassword = () => randomBytes(12).toString('base64url')

const fileOf = (dataDir: string) => join(dataDir, 'demo.json')

/**
 * Returns the demo's secrets. Creates and stores those that are missing: all of them if the file is incomplete after a power failure,
 * because each start sets them.
 */
export async function loadDemoSecrets(dataDir: string): Promise<DemoSecrets> {
  const kept = await readFile(fileOf(dataDir), 'utf8').catch(() => undefined)
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), DemoSecrets), kept)
  const secrets = success ? output : undefined
  if (secrets?.password && secrets.otherPassword) return secrets
  const whole = {
    appSecret: randomBytes(16).toString('hex'),
    verifyToken: randomBytes(12).toString('hex'),
    accessToken: `EAA${randomBytes(24).toString('hex')}`,
    password: newPassword(),
    otherPassword: newPassword(),
    ...secrets,
  }
  await saveDemoSecrets(dataDir, whole)
  return whole
}

export async function saveDemoSecrets(dataDir: string, secrets: DemoSecrets): Promise<void> {
  const file = fileOf(dataDir)
  await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}
