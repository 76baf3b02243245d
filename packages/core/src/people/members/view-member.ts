import { UserEntity } from '../users/user-entity.ts'
import type { MemberRole } from './change-role.ts'
import { findMembership, roleOf } from './membership-entity.ts'

/** Returns the address and the role of a member, or undefined if the user is none. */
export async function findMember(organizationId: string, userId: string): Promise<MemberRole | undefined> {
  const [membership, { data: user }] = await Promise.all([
    findMembership(organizationId, userId),
    UserEntity.get({ id: userId }).go(),
  ])
  return membership ? { id: userId, email: user?.email ?? null, role: roleOf(membership) } : undefined
}
