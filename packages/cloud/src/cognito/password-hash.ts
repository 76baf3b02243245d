import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const KEY_BYTES = 32
const SALT_BYTES = 16

/** Returns `<salt>:<key>`, both in base64: scrypt with N = 2^14, r = 8, p = 1. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt)
  return `${salt.toString('base64')}:${key.toString('base64')}`
}

/** Returns whether a password matches a hash. Takes the same time without a hash. */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const [salt = '', key = ''] = (hash ?? '').split(':')
  const wanted = Buffer.from(key, 'base64')
  const given = await derive(password, Buffer.from(salt, 'base64'))
  return wanted.length === KEY_BYTES && timingSafeEqual(wanted, given)
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
