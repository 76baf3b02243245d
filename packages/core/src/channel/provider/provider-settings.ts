import { createHmac, randomBytes } from 'node:crypto'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/** The deployment's settings at the provider. One item, set by `npm run ops -- provider set`. No expiry. */
const ProviderSettingsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'providerSettings', version: '1' },
    attributes: {
      /** Encrypted, purpose `provider-app`. */
      appSecret: { type: 'string', required: true },
      /** Encrypted, purpose `provider-app`. */
      verifyToken: { type: 'string', required: true },
      /** Encrypted, purpose `provider-app`: keys of capability URLs derive from it. Created once and kept. */
      capabilitySecret: { type: 'string' },
      /** The base URL of the provider's API, with version, without a trailing slash. */
      baseUrl: { type: 'string', required: true },
      /** The configuration of the provider's signup; absent until it is set up. */
      signup: {
        type: 'map',
        properties: {
          appId: { type: 'string', required: true },
          configId: { type: 'string', required: true },
          dialogUrl: { type: 'string', required: true },
        },
      },
      updatedAt: { type: 'number', required: true },
    },
    indexes: {
      only: {
        pk: key('pk', 'settings'),
        sk: key('sk', 'provider'),
      },
    },
  },
  table,
)

/** The configuration of the provider's signup page for this deployment's app. */
export interface SignupSettings {
  readonly appId: string
  /** The id of the app's signup configuration. */
  readonly configId: string
  /** The URL of the signup page, with version. */
  readonly dialogUrl: string
}

export interface ProviderSettings {
  /** The key of the signatures of the provider's webhooks. */
  readonly appSecret: string
  /** The token that the provider returns in the handshake. */
  readonly verifyToken: string
}

const OWNER = 'service'
const CAPABILITY_SECRET_BYTES = 32

/** The provider's API in the newest version that this service supports. */
export const DEFAULT_PROVIDER_BASE_URL = 'https://graph.facebook.com/v26.0'

/** The provider's signup page of the same version. */
export const DEFAULT_SIGNUP_DIALOG_URL = 'https://www.facebook.com/v26.0/dialog/oauth'

/** Stores the settings. Without `signup`, the stored one stays. */
export async function putProviderSettings(
  settings: ProviderSettings & { readonly baseUrl: string; readonly signup?: SignupSettings },
  now: number,
): Promise<void> {
  const [appSecret, verifyToken, fresh] = await Promise.all([
    encryptSecret('provider-app', OWNER, settings.appSecret),
    encryptSecret('provider-app', OWNER, settings.verifyToken),
    encryptSecret('provider-app', OWNER, randomBytes(CAPABILITY_SECRET_BYTES).toString('base64')),
  ])
  await ProviderSettingsEntity.upsert({})
    .set({ appSecret, verifyToken, baseUrl: settings.baseUrl, updatedAt: now })
    .set(settings.signup ? { signup: { ...settings.signup } } : {})
    .ifNotExists({ capabilitySecret: fresh })
    .go()
}

const CACHE_MILLISECONDS = 60_000

type Stored = NonNullable<Awaited<ReturnType<typeof readStored>>>
let cached: { stored: Stored; until: number } | undefined

async function readStored() {
  return (await ProviderSettingsEntity.get({}).go()).data
}

/** Returns the stored settings, at most a minute old, or undefined if none were set. */
async function getStored(now: number): Promise<Stored | undefined> {
  if (cached && cached.until > now) return cached.stored
  const stored = await readStored()
  if (!stored) return undefined
  cached = { stored, until: now + CACHE_MILLISECONDS }
  return stored
}

/** Returns the decrypted settings, at most a minute old, or undefined if none were set. */
export async function findProviderSettings(now: number): Promise<ProviderSettings | undefined> {
  const stored = await getStored(now)
  if (!stored) return undefined
  const [appSecret, verifyToken] = await Promise.all([
    decryptSecret('provider-app', OWNER, stored.appSecret),
    decryptSecret('provider-app', OWNER, stored.verifyToken),
  ])
  return { appSecret, verifyToken }
}

/** Returns the base URL of the provider's API, at most a minute old. Requires no permission to decrypt. */
export async function getProviderBaseUrl(now: number): Promise<string> {
  return (await getStored(now))?.baseUrl ?? DEFAULT_PROVIDER_BASE_URL
}

/** Returns the signup configuration; undefined if not set up. Requires no permission to decrypt. */
export async function findSignupSettings(now: number): Promise<SignupSettings | undefined> {
  return (await getStored(now))?.signup
}

/** Returns the constant key of a kind (`media`, `link-session`). @throws Error if no settings were ever set */
export async function capabilityKey(kind: string, now: number): Promise<Buffer> {
  const stored = await getStored(now)
  if (!stored?.capabilitySecret) throw new Error('the provider is not set up; run npm run ops -- provider set')
  const secret = await decryptSecret('provider-app', OWNER, stored.capabilitySecret)
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(kind).digest()
}
