import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { EpochMs } from '@replywright/contract/time.ts'
import { InternalError } from '../errors.ts'
import { settings } from '../settings.ts'
import { readShared, ShortCache } from '../short-cache.ts'
import { entity, key } from '../table/entity.ts'
import { decryptSecret, encryptSecret, type Purpose } from './secrets.ts'

const OWNER = 'service'
const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

const HOUR_MILLISECONDS = 3_600_000
const recent = new ShortCache<Promise<Buffer>>(HOUR_MILLISECONDS)

/** Returns the data key of a purpose, and creates it on first use. One call of KMS an hour in each execution environment. */
export async function dataKey(purpose: Purpose, now: EpochMs): Promise<Buffer> {
  return await readShared(recent, purpose, now, () => open(purpose))
}

async function open(purpose: Purpose): Promise<Buffer> {
  return Buffer.from(await decryptSecret(purpose, OWNER, await findOrCreate(purpose)), 'base64')
}

async function findOrCreate(purpose: Purpose): Promise<string> {
  const keyId = settings.KEY_ARN.slice(settings.KEY_ARN.lastIndexOf('/') + 1)
  const { data } = await DataKeyEntity.get({ purpose, keyId }).go()
  if (data) return data.dataKey
  const created = await DataKeyEntity.create({
    purpose,
    keyId,
    dataKey: await encryptSecret(purpose, OWNER, randomBytes(KEY_BYTES).toString('base64')),
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!created.data) throw new InternalError(`the data key of ${purpose} was deleted concurrently`)
  return created.data.dataKey
}

/** Encrypts a text with a data key. `about` is what the text belongs to: it cannot be opened for anything else. Returns base64. */
export function sealWith(key: Buffer, text: string, about: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Returns the text of `sealWith`, or undefined if the key is another one or it belongs to something else. */
export function openWith(key: Buffer, sealed: string, about: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(about)).setAuthTag(tag)
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** The data key of a purpose under one key of KMS. Access: by both. No expiry. */
export const DataKeyEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'dataKey', version: '1' },
  attributes: {
    purpose: { type: 'string', required: true, readOnly: true },
    /** The key of KMS. The table of another region may have been restored here, whose data key cannot be decrypted. */
    keyId: { type: 'string', required: true, readOnly: true },
    /** Encrypted with the key of KMS. */
    dataKey: { type: 'string', required: true, readOnly: true },
  },
  indexes: {
    byPurpose: { pk: key('pk', 'settings'), sk: key('sk', 'dataKey#${purpose}#${keyId}') },
  },
}))
