import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import * as v from 'valibot'

export interface SigningKey {
  readonly id: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** The published public key. */
  readonly jwk: JWK
}

const text = v.string()
const StoredKey = v.object({
  kty: v.literal('RSA'),
  ...{ n: text, e: text, d: text, p: text, q: text, dp: text, dq: text, qi: text },
})

/** Reads or creates the key file, which only its owner can read. @throws Error if the file has no RSA key. */
export async function openSigningKey(file: string): Promise<SigningKey> {
  if (!existsSync(file)) await make(file)
  const parsed = v.safeParse(StoredKey, JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file} contains no RSA key`)
  const { kty, n, e } = parsed.output
  const [privateKey, publicKey, id] = await Promise.all([
    importJWK(parsed.output, 'RS256'),
    importJWK({ kty, n, e }, 'RS256'),
    calculateJwkThumbprint({ kty, n, e }),
  ])
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array)
    throw new Error(`${file} contains no RSA key`)
  return { id, privateKey, publicKey, jwk: { alg: 'RS256', e, kid: id, kty, n, use: 'sig' } }
}

async function make(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
