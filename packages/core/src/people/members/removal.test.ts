import { expect, test } from 'vitest'
import { type MembershipItem, roleOf } from './membership-entity.ts'
import { heirOf } from './removal.ts'

const member = (userId: string, joinedAt: number, role?: 'admin' | 'member'): MembershipItem => ({
  organizationId: 'o',
  userId,
  joinedAt,
  ...(role && { role }),
})
const OTHERS = [member('helper', 1, 'member'), member('old', 2), member('new', 5, 'admin')]

test.each([
  ['the admin who removes', { removedAt: undefined }, 'new', 'new'],
  ['the longest-standing admin, if the member leaves', { removedAt: undefined }, undefined, 'old'],
  ['the longest-standing admin, if a member removes', { removedAt: undefined }, 'helper', 'old'],
  ['nobody who joined after the removal', { removedAt: 4 }, 'new', 'old'],
])('webhooks pass to %s', (_, membership, removedBy, heir) => {
  expect(heirOf(membership, OTHERS, removedBy)?.userId).toBe(heir)
})

test('webhooks keep their owner if no admin was a member before', () => {
  expect(heirOf({ removedAt: 4 }, [member('new', 5, 'admin')], undefined)).toBeUndefined()
})

test('a member who joined before there were roles is an admin', () => {
  expect(roleOf({})).toBe('admin')
})
