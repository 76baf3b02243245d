import { createHmac, randomBytes } from 'node:crypto'
import { InternalError, ServiceError } from '../errors.ts'
import { ShortCache } from '../short-cache.ts'
import { CapabilitySecretEntity } from './capability-secret-entity.ts'
import { decryptSecret, encryptSecret } from './secrets.ts'

const OWNER = 'service'
const SECRET_BYTES = 32
const CACHE_MILLISECONDS = 60_000
/** New URLs are signed with a new secret when every function accepts it. */
const BEFORE_USE_MILLISECONDS = 2 * CACHE_MILLISECONDS

/** Stores a secret, unless there is one already. Requires the stored settings of the provider. */
export async function createCapabilitySecret(): Promise<void> {
  await CapabilitySecretEntity.patch({})
    .set({ capabilitySecret: await newSecret() })
    .where(({ capabilitySecret }, { notExists }) => notExists(capabilitySecret))
    .go({ returnOnConditionCheckFailure: true })
}

/**
 * Replaces the secret of capability URLs. URLs of the replaced secret stay valid until the next rotation; those of the
 * one before are invalid.
 * @throws ServiceError 409 without settings, and after a concurrent change
 */
export async function rotateCapabilitySecret(now: number): Promise<void> {
  const { capabilitySecret: previous } = (await readStored()) ?? {}
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
const recent = new ShortCache<Stored>(CACHE_MILLISECONDS)

async function readStored() {
  return (await CapabilitySecretEntity.get({}).go()).data
}

/** Returns the stored secrets, at most a minute old, or undefined. */
async function findStored(now: number): Promise<Stored | undefined> {
  return await recent.getOrRead(OWNER, now, async () => {
    const stored = await readStored()
    // The settings of the provider are stored before the first secret.
    return stored?.capabilitySecret === undefined ? undefined : stored
  })
}

/** Returns the key with which URLs of a kind (`media`, `link-session`) are signed. @throws Error as `capabilityKeys` */
export async function capabilityKey(kind: string, now: number): Promise<Buffer> {
  const [key] = await capabilityKeys(kind, now)
  return key
}

/**
 * Returns the keys of valid URLs of a kind, the signing key first. There are two after a rotation.
 * @throws Error if no settings were ever set
 */
export async function capabilityKeys(kind: string, now: number): Promise<[Buffer, ...Buffer[]]> {
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
