import { createWriteTransaction } from 'electrodb'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CONFLICT_TRIES, retryConflict } from '../../platform/table/retry-conflict.ts'
import { refusals } from '../../platform/table/transact.ts'
import { UserEntity } from '../users/user-entity.ts'
import { completeRemoval } from './complete-removal.ts'
import { heirOf } from './heir.ts'
import { isActiveAdmin, isAdmin, listMemberships, MembershipEntity, type MembershipItem } from './membership-entity.ts'

interface Removal {
  readonly organizationId: string
  readonly userId: string
  /**
   * The admin who removes the user and receives their webhooks. @default the longest-standing other admin receives them
   */
  readonly removedBy?: string
  /** Whether the organisation may be left without members. */
  readonly mayBeLast: boolean
}

/**
 * Removes a user from an organisation. Ends the membership first, which ends access by token and API key within 15
 * seconds, then revokes their API keys and transfers their webhooks to an admin who was a member with them. The user
 * stays signed in to other organisations. Can be repeated until it is complete.
 * @throws ServiceError 404 if the user was never a member, 409 for the last admin, 403 if `removedBy` is not an admin
 */
export async function removeMember(removal: Removal, now: number): Promise<undefined> {
  const { organizationId, userId, removedBy, mayBeLast } = removal
  await retryConflict(CONFLICT_TRIES, 'The members were changed concurrently. Try again.', async () => {
    const memberships = await listMemberships(organizationId)
    const membership = memberships.find((each) => each.userId === userId)
    if (!membership) throw notFound('member')
    const others = memberships.filter((each) => each.userId !== userId && each.removedAt === undefined)
    const heir = heirOf(membership, others, removedBy)
    if (
      removedBy !== undefined &&
      removedBy !== userId &&
      !others.some((each) => each.userId === removedBy && isAdmin(each))
    )
      throw new ServiceError('permission_denied', 'You are no longer an admin of this organisation.')
    if (membership.removedAt === undefined) {
      if (!heir && !(mayBeLast && others.length === 0))
        throw new ServiceError(
          'conflict',
          'The last admin of an organisation cannot be removed. Make another member admin first.',
        )
      if (!(await endMembership(membership, heir, now))) return undefined
    }
    await completeRemoval(membership, heir?.userId, now)
    return true
  })
  return undefined
}

/** Ends access. Returns false if the user or `admin`, who stays, was changed concurrently. */
async function endMembership(
  { organizationId, userId }: MembershipItem,
  admin: MembershipItem | undefined,
  now: number,
): Promise<boolean> {
  const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
  const transaction = createWriteTransaction(
    { users: UserEntity, memberships: MembershipEntity },
    ({ users, memberships }) => [
      memberships
        .patch({ organizationId, userId })
        .set({ removedAt: now })
        .where(({ removedAt }, { notExists }) => notExists(removedAt))
        .commit(),
      // Two admins who remove each other must not leave the organisation without an admin.
      ...(admin ? [memberships.check({ organizationId, userId: admin.userId }).where(isActiveAdmin).commit()] : []),
      ...(user
        ? [
            users
              .patch({ id: userId })
              .set({ organizationIds: user.organizationIds.filter((id) => id !== organizationId) })
              .where(({ organizationIds }, { eq }) => eq(organizationIds, user.organizationIds))
              .commit(),
          ]
        : []),
    ],
  )
  const ended = (await refusals(() => transaction.go())).length === 0
  if (ended) log('member.removed', { organizationId, userId })
  return ended
}
