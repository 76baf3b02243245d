import { randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto'

const DIGITS = 6
const SALT_BYTES = 16
const HASH_BYTES = 32

/** A code as it is stored. */
interface HashedCode {
  readonly salt: string
  readonly hash: string
}

/** Returns a random code of six digits. */
export function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
}

/** Hashes a code. The hash is slow, because there are only a million codes. */
export function hashCode(code: string, salt: string = randomBytes(SALT_BYTES).toString('base64')): HashedCode {
  return { salt, hash: scryptSync(code, salt, HASH_BYTES).toString('base64') }
}

/** Returns whether `code` is the hashed one. */
export function isCode(code: string, { salt, hash }: HashedCode): boolean {
  return timingSafeEqual(Buffer.from(hashCode(code, salt).hash), Buffer.from(hash))
}
