import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { AWS_CLIENT } from '../aws-client.ts'
import { InternalError } from '../errors.ts'
import { onFirstUse } from '../on-first-use.ts'
import { settings } from '../settings.ts'

/** The use of a secret. A condition on a function's role limits the purposes that it may decrypt. */
export type Purpose = 'agent-secret' | 'model' | 'provider-app' | 'provider-token' | 'webhook-signing'

const kms = onFirstUse(() => new KMSClient(AWS_CLIENT))

/** Plaintexts by ciphertext, so that a warm function does not call KMS per message. */
const plaintexts = new Map<string, string>()
const MAX_PLAINTEXTS = 1000

/** Encrypts one field. `owner` is the organisation's id, or `service` for secrets of the deployment. Returns base64. */
export async function encryptSecret(purpose: Purpose, owner: string, plaintext: string): Promise<string> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({
      KeyId: settings.KEY_ARN,
      Plaintext: Buffer.from(plaintext),
      EncryptionContext: { purpose, organization: owner },
    }),
  )
  if (!CiphertextBlob) throw new InternalError('KMS returned no ciphertext')
  return Buffer.from(CiphertextBlob).toString('base64')
}

/** Decrypts the result of `encryptSecret` for the same purpose and owner. */
export async function decryptSecret(purpose: Purpose, owner: string, ciphertext: string): Promise<string> {
  const cached = plaintexts.get(ciphertext)
  if (cached !== undefined) return cached
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: settings.KEY_ARN,
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: { purpose, organization: owner },
    }),
  )
  if (!Plaintext) throw new InternalError('KMS returned no plaintext')
  const plaintext = Buffer.from(Plaintext).toString()
  if (plaintexts.size >= MAX_PLAINTEXTS) plaintexts.clear()
  plaintexts.set(ciphertext, plaintext)
  return plaintext
}
