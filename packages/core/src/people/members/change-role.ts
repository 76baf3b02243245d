import type { Role } from '@messaging/contract/roles.ts'
import { createWriteTransaction } from 'electrodb'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CONFLICT_TRIES, retryConflict } from '../../platform/table/retry-conflict.ts'
import { transact } from '../../platform/table/transact.ts'
import { UserEntity } from '../users/user-entity.ts'
import { isActiveAdmin, isAdmin, listMemberships, MembershipEntity } from './membership-entity.ts'

export interface MemberRole {
  readonly id: string
  readonly email: string | null
  readonly role: Role
}

/**
 * Changes the role of a member, from their next request after 15 seconds on.
 * @throws ServiceError 404 if the user is not a member, 409 if no admin would be left
 */
export async function changeRole(organizationId: string, userId: string, role: Role): Promise<MemberRole> {
  await retryConflict(CONFLICT_TRIES, 'The members were changed concurrently. Try again.', async () => {
    const memberships = (await listMemberships(organizationId)).filter(({ removedAt }) => removedAt === undefined)
    const membership = memberships.find((each) => each.userId === userId)
    if (!membership) throw notFound('member')
    const remaining = memberships.find((each) => each.userId !== userId && isAdmin(each))
    const loses = isAdmin(membership) && role !== 'admin'
    if (loses && !remaining)
      throw new ServiceError(
        'conflict',
        'The last admin of an organisation keeps the role. Make another member admin first.',
      )
    const transaction = createWriteTransaction({ memberships: MembershipEntity }, ({ memberships }) => [
      memberships
        .patch({ organizationId, userId })
        .set({ role })
        .where(({ removedAt }, { notExists }) => notExists(removedAt))
        .commit(),
      // Two admins who change each other must not leave the organisation without an admin.
      ...(loses && remaining
        ? [memberships.check({ organizationId, userId: remaining.userId }).where(isActiveAdmin).commit()]
        : []),
    ])
    return (await transact(() => transaction.go())) ? true : undefined
  })
  log('member.role_changed', { organizationId, userId, role })
  const { data: user } = await UserEntity.get({ id: userId }).go()
  return { id: userId, email: user?.email ?? null, role }
}
