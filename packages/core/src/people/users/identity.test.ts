import { expect, test } from 'vitest'
import { identityOf, isSignedOut, readIdentity, sessionOver } from './identity.ts'

test.each([
  ['a token', { email_verified: true, 'cognito:groups': ['operators', 'others'] }, true, ['operators', 'others']],
  ['API Gateway', { email_verified: 'true', 'cognito:groups': 'operators,others' }, true, ['operators', 'others']],
  ['API Gateway with one group', { email_verified: 'true', 'cognito:groups': 'operators' }, true, ['operators']],
  ['an unverified address', { email_verified: 'false' }, false, []],
  ['a token without these claims', {}, false, []],
])('reads the claims of %s', (_, claims, emailVerified, groups) => {
  expect(
    readIdentity({ sub: 's', email: 'Alex@Example.com', auth_time: '1795000000', origin_jti: 'o', ...claims }),
  ).toEqual({
    subject: 's',
    email: 'alex@example.com',
    emailVerified,
    sessionId: 'o',
    authTime: 1_795_000_000,
    groups,
  })
})

test.each([
  [1_794_999_999, 1_795_000_000_000, true],
  [1_795_000_000, 1_795_000_000_000, true],
  [1_795_000_000, 1_795_000_000_999, true],
  [1_795_000_001, 1_795_000_000_999, false],
  [0, 1_795_000_000_000, true],
  [0, undefined, false],
])('a sign-in at %i has ended if all sessions were ended at %s: %s', (authTime, signedOutAt, ended) => {
  expect(isSignedOut({ authTime, sessionId: 's' }, { signedOutAt, endedSessions: [{ id: 't', until: 9 }] })).toBe(ended)
})

test('a session that was ended has ended', () => {
  expect(isSignedOut({ authTime: 1, sessionId: 's' }, { endedSessions: [{ id: 's', until: 9 }] })).toBe(true)
})

test.each([{}, { sub: '' }, { sub: 7 }])('%o has no identity', (claims) => {
  expect(readIdentity(claims)).toBeNull()
})

test('does not match a group by a part of its name', () => {
  expect(readIdentity({ sub: 's', 'cognito:groups': 'not-operators' })?.groups).not.toContain('operators')
})

test.each([
  ['without optional claims', { sub: 's' }],
  ['with claims of other types', { sub: 's', email: 7, origin_jti: 7, auth_time: 'x' }],
])('reads a token %s', (_, claims) => {
  const none = { email: '', emailVerified: false, sessionId: '', authTime: 0, groups: [] }
  expect(readIdentity(claims)).toEqual({ subject: 's', ...none })
})

test('ignores empty groups and spaces between them', () => {
  expect(readIdentity({ sub: 's', 'cognito:groups': ' operators , ,others' })?.groups).toEqual(['operators', 'others'])
})

test('reads the identity of an encoded token', () => {
  const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
  expect(identityOf(tokenOf({ sub: 's', email: 'a@example.com' }))).toMatchObject({
    subject: 's',
    email: 'a@example.com',
  })
  expect(() => identityOf(tokenOf({}))).toThrow('without a subject')
})

test('a request of a session that has ended is a 401', () => {
  expect(sessionOver()).toMatchObject({ status: 401, code: 'authentication_failed' })
})
