import type { ApiKey } from '@replywright/contract/dashboard/api-keys.ts'
import type { Member } from '@replywright/contract/dashboard/members.ts'
import { includesRole, type Role } from '@replywright/contract/roles.ts'

/** Returns the active API keys of a member that `role` would limit. Another admin's keys are not affected. */
export function affectedKeys(
  keys: readonly ApiKey[],
  member: Pick<Member, 'id' | 'role'>,
  role: Role,
): readonly ApiKey[] {
  if (includesRole(role, member.role)) return []
  return keys.filter(({ ownerId, status }) => ownerId === member.id && status === 'active')
}

/** What API keys of a user with the role can do, after a demotion. */
export const KEY_LIMIT_TEXTS = {
  admin: '',
  member: 'Keys that are not revoked can do what a member can do.',
  viewer: 'Keys that are not revoked can only read, and cannot view secrets.',
} satisfies Record<Role, string>
