import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { AWS_CLIENT } from '../aws-client.ts'
import { systemClock } from '../clock.ts'
import { InternalError } from '../errors.ts'
import { logError } from '../log/log.ts'
import { onFirstUse } from '../on-first-use.ts'
import { settings } from '../settings.ts'
import { ShortCache } from '../short-cache.ts'

/** The use of a secret. A condition on a function's role limits the purposes that it may decrypt. */
export type Purpose = 'agent-secret' | 'model' | 'provider-app' | 'provider-token' | 'webhook-signing'

const kms = onFirstUse(() => new KMSClient(AWS_CLIENT))

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
