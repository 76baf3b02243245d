import { randomBytes } from 'node:crypto'
import type { EpochMs } from '@replywright/contract/time.ts'
import { ServiceError } from '../../platform/errors.ts'
import { CapabilitySecretEntity, decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { entity, key } from '../../platform/table/entity.ts'

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
/** Of the secret of capability URLs. */
const SECRET_BYTES = 32
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
export async function putProviderSettings(settings: NewProviderSettings, now: EpochMs): Promise<void> {
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
  await createSecrets()
}

/** Stores a secret of capability URLs, and one of the names of customers, unless there are some already. */
async function createSecrets(): Promise<void> {
  await CapabilitySecretEntity.patch({})
    .set({ capabilitySecret: await newSecret(), contactSecret: await newSecret() })
    .where(({ capabilitySecret }, { notExists }) => notExists(capabilitySecret))
    .go({ returnOnConditionCheckFailure: true })
}

/**
 * Replaces the secret of capability URLs. URLs of the replaced secret stay valid until the next rotation; those of the
 * one before are invalid.
 * @throws ServiceError 409 without settings, and after a concurrent change
 */
export async function rotateCapabilitySecret(now: EpochMs): Promise<void> {
  const { capabilitySecret: previous } = (await CapabilitySecretEntity.get({}).go()).data ?? {}
  if (previous === undefined)
    throw new ServiceError('conflict', 'The provider is not set up. Run npm run ops -- provider set.')
  const { rejected } = await CapabilitySecretEntity.patch({})
    .set({
      capabilitySecret: await newSecret(),
      previousCapabilitySecret: previous,
      capabilityRotatedAt: now,
    })
    .where(({ capabilitySecret }, { eq }) => eq(capabilitySecret, previous))
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw new ServiceError('conflict', 'The settings were changed concurrently. Try again.')
}

async function newSecret(): Promise<string> {
  return await encryptSecret('provider-app', OWNER, randomBytes(SECRET_BYTES).toString('base64'))
}

type Stored = NonNullable<Awaited<ReturnType<typeof readStored>>>
const recent = new ShortCache<Stored>(60_000)

async function readStored() {
  return (await ProviderSettingsEntity.get({}).go()).data ?? undefined
}

/** Returns the stored settings, at most a minute old, or undefined if none were set. */
async function getStored(now: EpochMs): Promise<Stored | undefined> {
  return await recent.getOrRead(OWNER, now, readStored)
}

/** Returns the decrypted settings, at most a minute old, or undefined if none were set. */
export async function findProviderSettings(now: EpochMs): Promise<ProviderSettings | undefined> {
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
export async function getProviderBaseUrl(now: EpochMs): Promise<string> {
  return (await getStored(now))?.baseUrl ?? DEFAULT_PROVIDER_BASE_URL
}

/** Returns the signup configuration; undefined if not set up. Requires no permission to decrypt. */
export async function findSignupSettings(now: EpochMs): Promise<SignupSettings | undefined> {
  return (await getStored(now))?.signup
}

/**
 * The deployment's settings at the provider. One item, set by `npm run ops -- provider set`. It has the attributes of
 * `CapabilitySecretEntity`, too. No expiry.
 */
export const ProviderSettingsEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'providerSettings', version: '1' },
  attributes: {
    /** Encrypted, purpose `provider-app`. */
    appSecret: { type: 'string', required: true },
    /** The app secret before the latest change, encrypted alike. Accepted until `previousAppSecretUntil`. */
    previousAppSecret: { type: 'string' },
    previousAppSecretUntil: { type: 'number' },
    /** Encrypted, purpose `provider-app`. */
    verifyToken: { type: 'string', required: true },
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
    only: { pk: key('pk', 'settings'), sk: key('sk', 'provider') },
  },
}))
