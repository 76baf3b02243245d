import { parseExactJson, stringifyExactJson } from '@messaging/contract/exact-json.ts'
import { isObject } from '../json.ts'
import { decryptSecret, encryptSecret, type Purpose } from './secrets.ts'

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
