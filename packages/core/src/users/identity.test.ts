import { expect, test } from 'vitest'
import { readIdentity } from './identity.ts'

test.each([
  ['a token', { email_verified: true, 'cognito:groups': ['operators', 'others'] }, true, ['operators', 'others']],
  ['API Gateway', { email_verified: 'true', 'cognito:groups': 'operators,others' }, true, ['operators', 'others']],
  ['API Gateway, of one group', { email_verified: 'true', 'cognito:groups': 'operators' }, true, ['operators']],
  ['an unverified address', { email_verified: 'false' }, false, []],
  ['a token that says nothing of it', {}, false, []],
])('claims of %s are read', (_, claims, emailVerified, groups) => {
  expect(readIdentity({ sub: 's', email: 'Alex@Example.com', ...claims })).toEqual({
    subject: 's',
    email: 'alex@example.com',
    emailVerified,
    groups,
  })
})

test.each([{}, { sub: '' }, { sub: 7 }])('%o is nobody', (claims) => {
  expect(readIdentity(claims)).toBeNull()
})

test('a group whose name only holds another’s is another', () => {
  expect(readIdentity({ sub: 's', 'cognito:groups': 'not-operators' })?.groups).not.toContain('operators')
})
