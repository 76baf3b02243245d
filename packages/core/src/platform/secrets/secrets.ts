import { createHmac } from 'node:crypto'
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isObject } from '@replywright/contract/json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AWS_CLIENT } from '../aws-client.ts'
import { systemClock } from '../clock.ts'
import { InternalError } from '../errors.ts'
import { logError } from '../log/log.ts'
import { onFirstUse } from '../on-first-use.ts'
import { settings } from '../settings.ts'
import { ShortCache } from '../short-cache.ts'
import { entity, key } from '../table/entity.ts'

/** The use of a secret. A condition on a function's role limits the purposes that it may decrypt. */
export type Purpose = 'agent-secret' | 'model' | 'provider-app' | 'provider-token' | 'webhook-signing'

const kms = /* @__PURE__ */ onFirstUse(() => new KMSClient(AWS_CLIENT))

const HOUR_MILLISECONDS = 3_600_000
/** About 5 MB. */
const MAX_PLAINTEXTS = 10_000
/** Plaintexts by ciphertext, so that a warm function does not call KMS per message. */
const plaintexts = new ShortCache<string>(HOUR_MILLISECONDS, MAX_PLAINTEXTS)

/** Counts a call of KMS that fails, after the retries of the SDK: a key that is disabled or throttled stops everything. */
async function counted<Output>(call: Promise<Output>): Promise<Output> {
  try {
    return await call
  } catch (error) {
    logError('key.failed', error, {}, { KeyErrors: 1 })
    throw error
  }
}

/** Encrypts one field. `owner` is the organisation's id, or `service` for secrets of the deployment. Returns base64. */
export async function encryptSecret(purpose: Purpose, owner: string, plaintext: string): Promise<string> {
  const { CiphertextBlob } = await counted(
    kms.send(
      new EncryptCommand({
        KeyId: settings.KEY_ARN,
        Plaintext: Buffer.from(plaintext),
        EncryptionContext: { purpose, organization: owner },
      }),
    ),
  )
  if (!CiphertextBlob) throw new InternalError('KMS returned no ciphertext')
  return Buffer.from(CiphertextBlob).toString('base64')
}

/** Decrypts the result of `encryptSecret` for the same purpose and owner. */
export async function decryptSecret(purpose: Purpose, owner: string, ciphertext: string): Promise<string> {
  return await plaintexts.getOrRead(ciphertext, systemClock(), () => decrypt(purpose, owner, ciphertext))
}

async function decrypt(purpose: Purpose, owner: string, ciphertext: string): Promise<string> {
  const { Plaintext } = await counted(
    kms.send(
      new DecryptCommand({
        KeyId: settings.KEY_ARN,
        CiphertextBlob: Buffer.from(ciphertext, 'base64'),
        EncryptionContext: { purpose, organization: owner },
      }),
    ),
  )
  if (!Plaintext) throw new InternalError('KMS returned no plaintext')
  return Buffer.from(Plaintext).toString()
}

const OWNER = 'service'
const CACHE_MILLISECONDS = 60_000
/** New URLs are signed with a new secret when every function accepts it. */
const BEFORE_USE_MILLISECONDS = 2 * CACHE_MILLISECONDS

type Stored = NonNullable<Awaited<ReturnType<typeof readStored>>>
const recent = new ShortCache<Stored>(CACHE_MILLISECONDS)

async function readStored() {
  return (await CapabilitySecretEntity.get({}).go()).data
}

/** Returns the stored secrets, at most a minute old, or undefined. */
async function findStored(now: EpochMs): Promise<Stored | undefined> {
  return await recent.getOrRead(OWNER, now, async () => {
    const stored = await readStored()
    // The settings of the provider are stored before the first secret.
    return stored?.capabilitySecret === undefined ? undefined : stored
  })
}

/** Returns the key with which URLs of a kind (`media`, `link-session`) are signed. */
export async function capabilityKey(kind: string, now: EpochMs): Promise<Buffer> {
  const [key] = await capabilityKeys(kind, now)
  return key
}

/**
 * Returns the keys of valid URLs of a kind, the signing key first. There are two after a rotation.
 * @throws Error if no settings were ever set
 */
export async function capabilityKeys(kind: string, now: EpochMs): Promise<[Buffer, ...Buffer[]]> {
  const { capabilitySecret: latest, previousCapabilitySecret, capabilityRotatedAt = 0 } = (await findStored(now)) ?? {}
  if (!latest) throw new InternalError('the provider is not set up; run npm run ops -- provider set')
  const keyOf = async (ciphertext: string) => {
    const secret = await decryptSecret('provider-app', OWNER, ciphertext)
    return createHmac('sha256', Buffer.from(secret, 'base64')).update(kind).digest()
  }
  if (previousCapabilitySecret === undefined) return [await keyOf(latest)]
  const [next, previous] = await Promise.all([keyOf(latest), keyOf(previousCapabilitySecret)])
  return now < capabilityRotatedAt + BEFORE_USE_MILLISECONDS ? [previous, next] : [next, previous]
}

/**
 * Returns the key under which names of customers are hashed: without it, a table of all phone numbers does not reveal
 * them. Undefined if no settings of the provider were ever set.
 */
export async function findContactKey(now: EpochMs): Promise<Buffer | undefined> {
  const { contactSecret } = (await findStored(now)) ?? {}
  return contactSecret === undefined
    ? undefined
    : Buffer.from(await decryptSecret('provider-app', OWNER, contactSecret), 'base64')
}

/**
 * The secret from which the keys of capability URLs derive: attributes of the item of the provider's settings. No expiry.
 */
export const CapabilitySecretEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'providerSettings', version: '1' },
  attributes: {
    /** Encrypted, purpose `provider-app`. */
    capabilitySecret: { type: 'string' },
    /** The one before the latest rotation, encrypted alike. Its URLs stay valid until the next rotation. */
    previousCapabilitySecret: { type: 'string' },
    capabilityRotatedAt: { type: 'number' },
    /** The secret of `contactKey`, encrypted alike. It is never replaced: what is stored under it is found by it only. */
    contactSecret: { type: 'string' },
  },
  indexes: {
    only: { pk: key('pk', 'settings'), sk: key('sk', 'provider') },
  },
}))

/** KMS encrypts at most 4,096 bytes per call. */
const PIECE_CHARACTERS = 4000

/** Encrypts JSON of any size, one KMS call per 4,000 characters; none for an empty object. Returns base64. */
export async function sealJson(
  purpose: Purpose,
  owner: string,
  value: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  if (Object.keys(value).length === 0) return []
  const pieces = toAscii(stringifyExactJson(value)).match(new RegExp(`.{1,${PIECE_CHARACTERS}}`, 'g')) ?? []
  return await Promise.all(pieces.map((piece) => encryptSecret(purpose, owner, piece)))
}

/** Decrypts the result of `sealJson` for the same purpose and owner. */
export async function openJson(
  purpose: Purpose,
  owner: string,
  sealed: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  if (sealed.length === 0) return {}
  const pieces = await Promise.all(sealed.map((ciphertext) => decryptSecret(purpose, owner, ciphertext)))
  const value = parseExactJson(pieces.join(''))
  return isObject(value) ? value : {}
}

/** Returns the same JSON in characters of one byte, so that it can be split anywhere. */
function toAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
