import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { isTrue, numberOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'

const KEY_BYTES = 32

const SALT_BYTES = 16

/** The cost N of scrypt for new hashes. It is low, because the pool's file is private, and tests sign in many users. */
const COST = 1024

/** A pool's rules for passwords. */
export interface PasswordPolicy {
  readonly minimumLength: number
  /** Names of the required character kinds. */
  readonly needs: readonly CharacterKind[]
  readonly temporaryPasswordDays: number
}

const MAXIMUM_LENGTH = 256

const CHARACTER_KINDS = {
  uppercase: /[A-Z]/,
  lowercase: /[a-z]/,
  numeric: /[0-9]/,
  symbol: /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|(?<=\S) (?=\S)/,
} as const
type CharacterKind = keyof typeof CHARACTER_KINDS

/** Reads the policy of a pool. An empty one requires eight characters of all kinds. */
export function passwordPolicyOf(declared: JsonObject): PasswordPolicy {
  const isEmpty = Object.keys(declared).length === 0
  const wanted = (name: string) => isEmpty || isTrue(declared[name])
  const needs: (CharacterKind | false)[] = [
    wanted('RequireUppercase') && 'uppercase',
    wanted('RequireLowercase') && 'lowercase',
    wanted('RequireNumbers') && 'numeric',
    wanted('RequireSymbols') && 'symbol',
  ]
  return {
    minimumLength: numberOf(declared.MinimumLength) ?? (isEmpty ? 8 : 6),
    needs: needs.filter((need) => need !== false),
    temporaryPasswordDays: numberOf(textOf(declared.TemporaryPasswordValidityDays)) ?? 7,
  }
}

/** Returns why a password is rejected, in AWS's words; `undefined` for a valid one. */
export function passwordFault(password: string, { minimumLength, needs }: PasswordPolicy): string | undefined {
  const violation = (why: string) => `Password did not conform with policy: ${why}`
  if (password.length < minimumLength) return violation('Password not long enough')
  if (password.length > MAXIMUM_LENGTH) return violation('Password too long')
  if (password !== password.trim()) return violation('Password must not start or end with a space')
  const missing = needs.find((kind) => !CHARACTER_KINDS[kind].test(password))
  return missing && violation(`Password must have ${missing} characters`)
}

/** Returns `<salt>:<key>:<cost>`: salt and key in base64, the key by scrypt with r = 8 and p = 1. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, COST)
  return `${salt.toString('base64')}:${key.toString('base64')}:${COST}`
}

/** Returns whether a password matches a hash. Takes the same time without a hash. */
export async function passwordMatches(password: string, hash = `::${COST}`): Promise<boolean> {
  const [salt = '', key = '', cost = ''] = hash.split(':')
  const wanted = Buffer.from(key, 'base64')
  const given = await derive(password, Buffer.from(salt, 'base64'), Number(cost))
  return wanted.length === KEY_BYTES && timingSafeEqual(wanted, given)
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, { cost }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
