import { expect, test } from 'vitest'
import { includesRole, ROLES } from './roles.ts'

test('each role has the rights of the roles after it', () => {
  const rights = ROLES.map((role) => ROLES.filter((required) => includesRole(role, required)))
  expect(rights).toEqual([['admin', 'member', 'viewer'], ['member', 'viewer'], ['viewer']])
})
