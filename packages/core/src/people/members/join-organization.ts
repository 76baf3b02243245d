import type { Role } from '@messaging/contract/roles.ts'
import { createWriteTransaction } from 'electrodb'
import { log } from '../../platform/log/log.ts'
import { transact } from '../../platform/table/transact.ts'
import { InvitationEntity } from '../invitations/invitation-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { findMembership, MembershipEntity } from './membership-entity.ts'

interface Joining {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role
  /** The invitation that must be pending, and that this ends. */
  readonly invitationId?: string
}

/**
 * Makes a user a member. Has no effect on a member, except that it ends their invitation. Returns false if the
 * invitation is not pending.
 */
export async function joinOrganization(
  { organizationId, userId, role, invitationId }: Joining,
  now: number,
): Promise<boolean> {
  const transaction = createWriteTransaction(
    { users: UserEntity, memberships: MembershipEntity, invitations: InvitationEntity },
    ({ users, memberships, invitations }) => [
      users
        .patch({ id: userId })
        .append({ organizationIds: [organizationId] })
        .where(({ organizationIds }, { notContains }) => notContains(organizationIds, organizationId))
        .commit(),
      memberships.put({ organizationId, userId, joinedAt: now, role }).commit(),
      ...(invitationId === undefined
        ? []
        : [
            invitations
              .delete({ organizationId, id: invitationId })
              .where(({ invitedAt }, { exists }) => exists(invitedAt))
              .commit(),
          ]),
    ],
  )
  if (await transact(() => transaction.go())) {
    log('member.added', { organizationId, userId, role })
    return true
  }
  if (!(await findMembership(organizationId, userId))) return false
  if (invitationId !== undefined) await InvitationEntity.delete({ organizationId, id: invitationId }).go()
  return true
}
