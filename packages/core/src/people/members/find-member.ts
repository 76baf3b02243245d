import type { Role } from '@messaging/contract/roles.ts'
import { notFound } from '../../platform/errors.ts'
import { UserEntity, type UserItem } from '../users/user-entity.ts'
import { findMembership, roleOf } from './membership-entity.ts'

/** Returns a member's role and user; the user is null for API keys only. @throws ServiceError 404 for anyone else */
export async function findMember(
  organizationId: string,
  userId: string,
): Promise<{ readonly user: UserItem | null; readonly role: Role }> {
  const membership = userId === '' ? null : await findMembership(organizationId, userId)
  if (!membership) throw notFound('member')
  const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
  return { user, role: roleOf(membership) }
}
