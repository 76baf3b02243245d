import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './password-policy.ts'

test('a password matches its hash only', async () => {
  const hash = await hashPassword('correct horse')
  expect(await passwordMatches('correct horse', hash)).toBe(true)
  expect(await passwordMatches('correct horses', hash)).toBe(false)
  expect(await passwordMatches('correct horse', undefined)).toBe(false)
})

test('a hash without its cost, as earlier releases stored it, has that of scrypt', async () => {
  const salt = Buffer.from('salt')
  const hash = `${salt.toString('base64')}:${scryptSync('battery', salt, 32).toString('base64')}`
  expect(await passwordMatches('battery', hash)).toBe(true)
  expect(await passwordMatches('staple', hash)).toBe(false)
})
