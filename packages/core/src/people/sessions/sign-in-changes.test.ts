import { expect, test } from 'vitest'
import { signInChanges } from './sign-in-changes.ts'

test('a change of sign-in settings is in the audit log of each organisation of the user', () => {
  const user = { id: 'u', email: 'a@example.com', organizationIds: ['o1', 'o2'], createdAt: 0 }
  const request = { requestId: 'r', sourceIp: '192.0.2.1' }
  const change = { userId: 'u', email: 'a@example.com', object: 'sign_in', objectId: 'u', objectName: 'a@example.com' }
  expect(signInChanges(user, 'enable_mfa', { ...request, userAgent: 'Firefox' })).toEqual(
    ['o1', 'o2'].map((organizationId) => ({ organizationId, action: 'enable_mfa', ...change, ...request })),
  )
})
