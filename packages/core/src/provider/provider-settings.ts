import { Entity } from 'electrodb'
import { decryptSecret, encryptSecret } from '../secrets/secrets.ts'
import { table } from '../table.ts'

/**
 * How this deployment is known to the business messaging provider. One item of the table, set by `npm run ops -- provider set`.
 * Kept without expiry: it is configuration.
 */
const ProviderSettingsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'providerSettings', version: '1' },
    attributes: {
      /** Encrypted, purpose `provider-app`. */
      appSecret: { type: 'string', required: true },
      /** Encrypted, purpose `provider-app`. */
      verifyToken: { type: 'string', required: true },
      /** Where its API is, version included, without a slash at the end. */
      baseUrl: { type: 'string', required: true },
      updatedAt: { type: 'number', required: true },
    },
    indexes: {
      only: {
        pk: { field: 'pk', composite: [], template: 'settings', casing: 'none' },
        sk: { field: 'sk', composite: [], template: 'provider', casing: 'none' },
      },
    },
  },
  table,
)

export interface ProviderSettings {
  /** Signs the provider's webhooks. */
  readonly appSecret: string
  /** What the provider sends back in the handshake. */
  readonly verifyToken: string
}

const OWNER = 'service'

/** The provider's API in the newest version this service was built for. */
export const DEFAULT_PROVIDER_BASE_URL = 'https://graph.facebook.com/v26.0'

export async function putProviderSettings(
  settings: ProviderSettings & { readonly baseUrl: string },
  now: number,
): Promise<void> {
  const [appSecret, verifyToken] = await Promise.all([
    encryptSecret('provider-app', OWNER, settings.appSecret),
    encryptSecret('provider-app', OWNER, settings.verifyToken),
  ])
  await ProviderSettingsEntity.put({ appSecret, verifyToken, baseUrl: settings.baseUrl, updatedAt: now }).go()
}

const CACHE_MILLISECONDS = 60_000
let cached: { settings: ProviderSettings; until: number } | undefined

/** The settings, at most a minute old; undefined when none were set. */
export async function getProviderSettings(now: number): Promise<ProviderSettings | undefined> {
  if (cached && cached.until > now) return cached.settings
  const { data } = await ProviderSettingsEntity.get({}).go()
  if (!data) return undefined
  const [appSecret, verifyToken] = await Promise.all([
    decryptSecret('provider-app', OWNER, data.appSecret),
    decryptSecret('provider-app', OWNER, data.verifyToken),
  ])
  cached = { settings: { appSecret, verifyToken }, until: now + CACHE_MILLISECONDS }
  return cached.settings
}

let cachedBaseUrl: { baseUrl: string; until: number } | undefined

/** Where the provider's API is, at most a minute old. Needs no right to decrypt. */
export async function getProviderBaseUrl(now: number): Promise<string> {
  if (cachedBaseUrl && cachedBaseUrl.until > now) return cachedBaseUrl.baseUrl
  const { data } = await ProviderSettingsEntity.get({}).go()
  cachedBaseUrl = { baseUrl: data?.baseUrl ?? DEFAULT_PROVIDER_BASE_URL, until: now + CACHE_MILLISECONDS }
  return cachedBaseUrl.baseUrl
}
