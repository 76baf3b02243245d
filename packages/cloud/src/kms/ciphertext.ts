import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Pairs that must be equal for encryption and decryption, in any order. */
export type EncryptionContext = ReadonlyMap<string, string>

const FORMAT = 1
const KEY_ID_BYTES = 36
const IV_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + KEY_ID_BYTES

/** Encrypts with AES-256-GCM. The blob is format (1 byte), key id (36), IV (12), tag (16), ciphertext. */
export function seal(keyId: string, key: Buffer, plaintext: Buffer, context: EncryptionContext): Buffer {
  const header = Buffer.from(`${String.fromCharCode(FORMAT)}${keyId}`)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(associatedData(header, context))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext])
}

/** Returns the id of a blob's key; `undefined` for a blob in another format. */
export function sealedWith(blob: Buffer): string | undefined {
  if (blob.length < HEADER_BYTES + IV_BYTES + TAG_BYTES || blob[0] !== FORMAT) return undefined
  return blob.toString('latin1', 1, HEADER_BYTES)
}

/** Returns the plaintext; `undefined` if key, blob and context do not match. */
export function open(keys: KeyRing, blob: Buffer, context: EncryptionContext): Buffer | undefined {
  const key = keys.get(sealedWith(blob) ?? '')
  if (!key) return undefined
  const tagStart = HEADER_BYTES + IV_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(HEADER_BYTES, tagStart), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(associatedData(blob.subarray(0, HEADER_BYTES), context))
  decipher.setAuthTag(blob.subarray(tagStart, tagStart + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(blob.subarray(tagStart + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

function associatedData(header: Buffer, context: EncryptionContext): Buffer {
  const pairs = [...context].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Buffer.concat([header, Buffer.from(JSON.stringify(pairs))])
}

const KEY_BYTES = 32

/** The 256-bit key material of the KMS keys, by key id. */
export type KeyRing = ReadonlyMap<string, Buffer>

/** The keys of KMS, to which a call can add one. */
export interface OpenKeyRing {
  readonly keys: KeyRing
  /** Creates the key, or reads it. */
  add(keyId: string): void
}

/** Reads all keys from `dataDir` and creates missing ones of the template. Only the owner can read the files. */
export function openKeyRing(dataDir: string, keyIds: readonly string[]): OpenKeyRing {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
  const created = readdirSync(dataDir).flatMap((file) => (file.endsWith(END) ? [file.slice(0, -END.length)] : []))
  const keys = new Map<string, Buffer>()
  const add = (keyId: string) => void keys.set(keyId, readOrMake(join(dataDir, `${keyId}${END}`)))
  for (const keyId of new Set([...keyIds, ...created])) add(keyId)
  return { keys, add }
}

const END = '.key'

function readOrMake(file: string): Buffer {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(KEY_BYTES), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  const key = readFileSync(file)
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key of ${KEY_BYTES} bytes`)
  return key
}
