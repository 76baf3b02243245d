import { createHash, randomBytes } from 'node:crypto'

export const CODES = 10

/** Base32 of RFC 4648: no digits that look like letters. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Five bits each, 80 together: too many to guess, so a fast hash protects a code. */
const CHARACTERS = 16

/** Returns a random code: four groups of four characters. */
export function newCode(): string {
  const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return characters.replace(/.{4}(?=.)/g, '$&-')
}

/** Returns the stored form of a code: SHA-256, hexadecimal. Case, spaces and hyphens have no meaning. */
export function hashCode(code: string): string {
  const characters = code.toUpperCase().replace(/[\s-]/g, '')
  return createHash('sha256').update(characters).digest('hex')
}
