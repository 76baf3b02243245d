import { expect, test } from 'vitest'
import { includesRole, permissionOf, ROLES } from './roles.ts'

test('each role has the rights of the roles after it', () => {
  const rights = ROLES.map((role) => ROLES.filter((required) => includesRole(role, required)))
  expect(rights).toEqual([['admin', 'member', 'viewer'], ['member', 'viewer'], ['viewer']])
})

test.each([
  ['admin', 'full', 'full'],
  ['admin', 'read', 'read'],
  ['member', 'full', 'full'],
  ['member', 'read', 'read'],
  ['viewer', 'full', 'read'],
  ['viewer', 'read', 'read'],
] as const)('an API key of a %s with the permission %s may %s', (role, permission, now) => {
  expect(permissionOf(role, permission)).toBe(now)
})
