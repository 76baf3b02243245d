import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { InternalError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { scanItems } from '../../platform/table/scan-table.ts'
import { table } from '../../platform/table/table.ts'
import { ciphertextsOf, type SecretUse, type StoredItem, secretUseOf, withCiphertexts } from './stored-secrets.ts'

/** How many secrets were found, by what was done with them. */
export interface ReEncrypted {
  /** Items read. */
  readonly scanned: number
  /** Secrets that are now encrypted with the stage's key. */
  readonly reEncrypted: number
  /** Secrets that its key encrypted before. */
  readonly already: number
  /** Secrets that neither key decrypts, and those of items that changed meanwhile, by the key of their item. */
  readonly failed: readonly string[]
}

interface Options {
  readonly signal?: AbortSignal
  readonly onProgress?: (scanned: number) => void
}

/** Number of items whose secrets are encrypted at once. KMS takes thousands of calls a second. */
const AT_ONCE = 20

/**
 * Encrypts the secrets of the table with the stage's key, which another key of KMS encrypted: that of the region or the account from which
 * the table was copied. `from` is its ARN. Reads the whole table. Idempotent, and returns early after an abort.
 */
export async function reEncryptSecrets(
  from: string,
  { signal, onProgress = () => {} }: Options = {},
): Promise<ReEncrypted> {
  if (from === settings.KEY_ARN) throw new Error(`${from} is the stage's own key. Name the former one.`)
  const keys = {
    own: { client: new KMSClient(AWS_CLIENT), arn: settings.KEY_ARN },
    // The ARN has the key's region.
    former: { client: new KMSClient({ ...AWS_CLIENT, region: from.split(':')[3] }), arn: from },
  }
  const done = { scanned: 0, reEncrypted: 0, already: 0, failed: [] as string[] }
  for await (const { items } of scanItems(table.table)) {
    if (signal?.aborted) break
    const holders = items.filter((item) => ciphertextsOf(item).length > 0)
    for (let start = 0; start < holders.length; start += AT_ONCE)
      for (const result of await Promise.all(
        holders.slice(start, start + AT_ONCE).map((item) => convert(item, keys)),
      )) {
        done.reEncrypted += result.reEncrypted
        done.already += result.already
        done.failed.push(...result.failed)
      }
    done.scanned += items.length
    onProgress(done.scanned)
  }
  return done
}

interface Key {
  readonly client: KMSClient
  readonly arn: string
}
type Keys = Readonly<Record<'own' | 'former', Key>>

async function convert(item: StoredItem, keys: Keys): Promise<Omit<ReEncrypted, 'scanned'>> {
  const use = secretUseOf(item)
  const name = `${item.pk} ${item.sk}`
  if (!use) return { reEncrypted: 0, already: 0, failed: [] }
  const replacements = new Map<string, string>()
  const failed: string[] = []
  let already = 0
  for (const ciphertext of ciphertextsOf(item)) {
    const plaintext = await decryptWith(keys.former, use, ciphertext)
    if (plaintext !== undefined) replacements.set(ciphertext, await encryptWith(keys.own, use, plaintext))
    else if ((await decryptWith(keys.own, use, ciphertext)) !== undefined) already += 1
    else failed.push(name)
  }
  if (replacements.size === 0) return { reEncrypted: 0, already, failed }
  const isWritten = await replace(item, withCiphertexts(item, replacements))
  return isWritten
    ? { reEncrypted: replacements.size, already, failed }
    : { reEncrypted: 0, already, failed: [...failed, name] }
}

/** Errors of KMS for a ciphertext of another key, or of another purpose or owner. */
const OF_ANOTHER = ['IncorrectKeyException', 'InvalidCiphertextException']

/** Returns a plaintext, or undefined if the key did not encrypt it. @throws Error if the key cannot be used */
async function decryptWith({ client, arn }: Key, use: SecretUse, ciphertext: string): Promise<Uint8Array | undefined> {
  try {
    const { Plaintext } = await client.send(
      new DecryptCommand({
        KeyId: arn,
        CiphertextBlob: Buffer.from(ciphertext, 'base64'),
        EncryptionContext: contextOf(use),
      }),
    )
    return Plaintext
  } catch (error) {
    if (error instanceof Error && OF_ANOTHER.includes(error.name)) return undefined
    throw error
  }
}

async function encryptWith({ client, arn }: Key, use: SecretUse, Plaintext: Uint8Array): Promise<string> {
  const { CiphertextBlob } = await client.send(
    new EncryptCommand({ KeyId: arn, Plaintext, EncryptionContext: contextOf(use) }),
  )
  if (!CiphertextBlob) throw new InternalError('KMS returned no ciphertext')
  return Buffer.from(CiphertextBlob).toString('base64')
}

const contextOf = ({ purpose, owner }: SecretUse) => ({ purpose, organization: owner })

/** Replaces attributes of an item. Returns whether they were as they were read: somebody else may have replaced a secret. */
async function replace(item: StoredItem, changed: StoredItem): Promise<boolean> {
  const names = Object.keys(changed)
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.table,
        Key: { pk: item.pk, sk: item.sk },
        UpdateExpression: `SET ${names.map((_, index) => `#a${index} = :new${index}`).join(', ')}`,
        ConditionExpression: names.map((_, index) => `#a${index} = :old${index}`).join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#a${index}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          names.flatMap((name, index) => [
            [`:new${index}`, changed[name]],
            [`:old${index}`, item[name]],
          ]),
        ),
      }),
    )
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
