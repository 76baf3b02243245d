import { createCapabilitySecret } from '../../platform/secrets/capability-keys.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { ProviderSettingsEntity } from './provider-settings-entity.ts'

/** The configuration of the provider's signup page for this deployment's app. */
export interface SignupSettings {
  readonly appId: string
  /** The id of the app's signup configuration. */
  readonly configId: string
  /** The URL of the signup page, with version. */
  readonly dialogUrl: string
}

interface ProviderSettings {
  /** The key of the signatures of the provider's webhooks. */
  readonly appSecret: string
  /** The key before the latest change, while the provider may still use it. */
  readonly previousAppSecret?: string | undefined
  /** The token that the provider returns in the handshake. */
  readonly verifyToken: string
}

const OWNER = 'service'
/** How long a replaced app secret is accepted: events that were signed with it are repeated for hours. */
const APP_SECRET_OVERLAP_MILLISECONDS = 24 * 3_600_000

/** The provider's API in the newest version that this service supports. */
export const DEFAULT_PROVIDER_BASE_URL = 'https://graph.facebook.com/v26.0'

/** The provider's signup page of the same version. */
export const DEFAULT_SIGNUP_DIALOG_URL = 'https://www.facebook.com/v26.0/dialog/oauth'

interface NewProviderSettings {
  readonly appSecret: string
  readonly verifyToken: string
  readonly baseUrl: string
  readonly signup?: SignupSettings
  /** Rejects the previous app secret at once. @default it is accepted for 24 hours */
  readonly revokesPrevious?: boolean
}

/** Stores the settings. Without `signup`, the stored one stays. */
export async function putProviderSettings(settings: NewProviderSettings, now: number): Promise<void> {
  const [stored, appSecret, verifyToken] = await Promise.all([
    readStored(),
    encryptSecret('provider-app', OWNER, settings.appSecret),
    encryptSecret('provider-app', OWNER, settings.verifyToken),
  ])
  const isChanged = stored && (await decryptSecret('provider-app', OWNER, stored.appSecret)) !== settings.appSecret
  const previous = isChanged && {
    previousAppSecret: stored.appSecret,
    previousAppSecretUntil: now + APP_SECRET_OVERLAP_MILLISECONDS,
  }
  await ProviderSettingsEntity.upsert({})
    .set({ appSecret, verifyToken, baseUrl: settings.baseUrl, updatedAt: now })
    .set(settings.signup ? { signup: { ...settings.signup } } : {})
    .set({ ...previous, ...(settings.revokesPrevious && { previousAppSecretUntil: now }) })
    .go()
  await createCapabilitySecret()
}

type Stored = NonNullable<Awaited<ReturnType<typeof readStored>>>
const recent = new ShortCache<Stored>(60_000)

async function readStored() {
  return (await ProviderSettingsEntity.get({}).go()).data ?? undefined
}

/** Returns the stored settings, at most a minute old, or undefined if none were set. */
async function getStored(now: number): Promise<Stored | undefined> {
  return await recent.getOrRead(OWNER, now, readStored)
}

/** Returns the decrypted settings, at most a minute old, or undefined if none were set. */
export async function findProviderSettings(now: number): Promise<ProviderSettings | undefined> {
  const stored = await getStored(now)
  if (!stored) return undefined
  const { previousAppSecret: previous, previousAppSecretUntil = 0 } = stored
  const [appSecret, verifyToken, previousAppSecret] = await Promise.all([
    decryptSecret('provider-app', OWNER, stored.appSecret),
    decryptSecret('provider-app', OWNER, stored.verifyToken),
    previous !== undefined && previousAppSecretUntil > now ? decryptSecret('provider-app', OWNER, previous) : undefined,
  ])
  return { appSecret, verifyToken, previousAppSecret }
}

/** Returns the base URL of the provider's API, at most a minute old. Requires no permission to decrypt. */
export async function getProviderBaseUrl(now: number): Promise<string> {
  return (await getStored(now))?.baseUrl ?? DEFAULT_PROVIDER_BASE_URL
}

/** Returns the signup configuration; undefined if not set up. Requires no permission to decrypt. */
export async function findSignupSettings(now: number): Promise<SignupSettings | undefined> {
  return (await getStored(now))?.signup
}
