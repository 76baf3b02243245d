import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { AWS_CLIENT } from '../aws-client.ts'
import { onFirstUse } from '../on-first-use.ts'
import { settings } from '../settings.ts'

/** What a secret is for. A function may decrypt one purpose, by a condition on its role. */
export type Purpose = 'agent-secret' | 'model' | 'provider-app' | 'provider-token' | 'webhook-signing'

const kms = onFirstUse(() => new KMSClient(AWS_CLIENT))

/** Plaintexts by ciphertext, so that a warm function makes no KMS call per message. */
const plaintexts = new Map<string, string>()
const PLAINTEXTS_KEPT = 1000

/** Encrypts one field. `owner` is the organisation's id, or `service` for what belongs to the deployment. Answers base64. */
export async function encryptSecret(purpose: Purpose, owner: string, plaintext: string): Promise<string> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({
      KeyId: settings.KEY_ARN,
      Plaintext: Buffer.from(plaintext),
      EncryptionContext: { purpose, organization: owner },
    }),
  )
  if (!CiphertextBlob) throw new Error('KMS answered without a ciphertext')
  return Buffer.from(CiphertextBlob).toString('base64')
}

/** Decrypts what `encryptSecret` answered for the same purpose and owner. */
export async function decryptSecret(purpose: Purpose, owner: string, ciphertext: string): Promise<string> {
  const known = plaintexts.get(ciphertext)
  if (known !== undefined) return known
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: settings.KEY_ARN,
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: { purpose, organization: owner },
    }),
  )
  if (!Plaintext) throw new Error('KMS answered without a plaintext')
  const plaintext = Buffer.from(Plaintext).toString()
  if (plaintexts.size >= PLAINTEXTS_KEPT) plaintexts.clear()
  plaintexts.set(ciphertext, plaintext)
  return plaintext
}
