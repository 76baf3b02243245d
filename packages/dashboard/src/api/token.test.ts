import { expect, test } from 'vitest'
import { isUsable, RENEWAL_LEAD_MS, renewalDelay, subjectOf, tokenOf } from './token.ts'

const NOW = 1_795_167_600_000

test('a token ends as many seconds after its answer as the answer says', () => {
  expect(tokenOf({ idToken: 'a.b.c', expiresIn: 3600 }, NOW)).toEqual({ idToken: 'a.b.c', expiresAt: NOW + 3_600_000 })
})

test('a token that ends while a request travels is not used', () => {
  const token = tokenOf({ idToken: 'a.b.c', expiresIn: 3600 }, NOW)
  expect(isUsable(token, NOW)).toBe(true)
  expect(isUsable(token, token.expiresAt - 15_001)).toBe(true)
  expect(isUsable(token, token.expiresAt - 15_000)).toBe(false)
  expect(isUsable(undefined, NOW)).toBe(false)
})

test.each([
  ['well before it ends', 3600, 3_600_000 - RENEWAL_LEAD_MS],
  ['at once when it is shorter than the lead', 60, 0],
  ['no later than a timer can wait', 10_000_000, 2 ** 31 - 1],
])('a token is renewed %s', (_, expiresIn, delay) => {
  expect(renewalDelay(tokenOf({ idToken: 'a.b.c', expiresIn }, NOW), NOW)).toBe(delay)
})

test('whom a token stands for is read from its claims', () => {
  const payload = Buffer.from(JSON.stringify({ sub: '386db6ba', email: 'zoë?>@example.com' })).toString('base64url')
  expect(subjectOf({ idToken: `head.${payload}.mac`, expiresAt: NOW })).toBe('386db6ba')
  expect(subjectOf({ idToken: 'no token', expiresAt: NOW })).toBeUndefined()
})
