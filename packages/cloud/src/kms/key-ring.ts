import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32

/** The 256-bit key material of the template's KMS keys, by key id. */
export type KeyRing = ReadonlyMap<string, Buffer>

/** Reads the keys from `dataDir` and creates missing ones. Only the owner can read the files. */
export function openKeyRing(dataDir: string, keyIds: readonly string[]): KeyRing {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
  return new Map(keyIds.map((keyId) => [keyId, readOrMake(join(dataDir, `${keyId}.key`))]))
}

function readOrMake(file: string): Buffer {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(KEY_BYTES), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  const key = readFileSync(file)
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key of ${KEY_BYTES} bytes`)
  return key
}
