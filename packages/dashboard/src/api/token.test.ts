import { expect, test } from 'vitest'
import { isUsable, RENEWAL_LEAD_MS, renewalDelay, subjectOf, tokenOf } from './token.ts'

const NOW = 1_795_167_600_000

test('sets the expiry from expiresIn', () => {
  expect(tokenOf({ idToken: 'a.b.c', expiresIn: 3600 }, NOW)).toEqual({ idToken: 'a.b.c', expiresAt: NOW + 3_600_000 })
})

test('does not use a token that is about to expire', () => {
  const token = tokenOf({ idToken: 'a.b.c', expiresIn: 3600 }, NOW)
  expect(isUsable(token, NOW)).toBe(true)
  expect(isUsable(token, token.expiresAt - 15_001)).toBe(true)
  expect(isUsable(token, token.expiresAt - 15_000)).toBe(false)
  expect(isUsable(undefined, NOW)).toBe(false)
})

test.each([
  ['two minutes before it expires', 3600, 3_600_000 - RENEWAL_LEAD_MS],
  ['immediately if it expires sooner than the lead time', 60, 0],
  ['after the longest timer delay at the latest', 10_000_000, 2 ** 31 - 1],
])('renews a token %s', (_, expiresIn, delay) => {
  expect(renewalDelay(tokenOf({ idToken: 'a.b.c', expiresIn }, NOW), NOW)).toBe(delay)
})

test('reads the subject from the token claims', () => {
  const payload = Buffer.from(JSON.stringify({ sub: '386db6ba', email: 'zoë?>@example.com' })).toString('base64url')
  expect(subjectOf({ idToken: `head.${payload}.mac`, expiresAt: NOW })).toBe('386db6ba')
  expect(subjectOf({ idToken: 'no token', expiresAt: NOW })).toBeUndefined()
})
