import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './password-policy.ts'

test('a password matches its hash only', async () => {
  const hash = await hashPassword('correct horse')
  expect(await passwordMatches('correct horse', hash)).toBe(true)
  expect(await passwordMatches('correct horses', hash)).toBe(false)
  expect(await passwordMatches('correct horse', undefined)).toBe(false)
})
