import { createWriteTransaction } from 'electrodb'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { retryConflict } from '../../platform/table/retry-conflict.ts'
import { refusals } from '../../platform/table/transact.ts'
import { UserEntity } from '../users/user-entity.ts'
import { completeRemoval } from './complete-removal.ts'
import { listMemberships, MembershipEntity, type MembershipItem } from './membership-entity.ts'

const TRIES = 5

export interface Removal {
  readonly organizationId: string
  readonly userId: string
  /** Who removes the user and receives their webhooks. @default the longest-standing other member receives them */
  readonly removedBy?: string
  /** Whether the organisation may be left without members. */
  readonly mayBeLast: boolean
}

/**
 * Removes a user from an organisation. Removes their membership first, which ends access by token and API key within 15
 * seconds, then their sessions and API keys. Transfers their webhooks to another member. Can be repeated until it is
 * complete.
 * @throws ServiceError 404 if the user was never a member, 409 for the last member, 403 if `removedBy` is not a member
 */
export async function removeMember(removal: Removal, now: number): Promise<undefined> {
  const { organizationId, userId, removedBy, mayBeLast } = removal
  await retryConflict(TRIES, 'The members were changed concurrently. Try again.', async () => {
    const memberships = await listMemberships(organizationId)
    const membership = memberships.find((each) => each.userId === userId)
    if (!membership) throw notFound('member')
    const others = memberships.filter((each) => each.userId !== userId && each.removedAt === undefined)
    const newOwner = others.find((each) => each.userId === removedBy) ?? others[0]
    if (removedBy !== undefined && removedBy !== userId && newOwner?.userId !== removedBy)
      throw new ServiceError('permission_denied', 'You are no longer a member of this organisation.')
    if (membership.removedAt === undefined && !(await endMembership(membership, newOwner, mayBeLast, now)))
      return undefined
    await completeRemoval(membership, newOwner?.userId, now)
    return true
  })
  return undefined
}

/** Ends access. Returns false if the user or `newOwner` was changed concurrently. */
async function endMembership(
  { organizationId, userId }: MembershipItem,
  newOwner: MembershipItem | undefined,
  mayBeLast: boolean,
  now: number,
): Promise<boolean> {
  if (!newOwner && !mayBeLast)
    throw new ServiceError(
      'conflict',
      'The last member of an organisation cannot be removed. Add another member first.',
    )
  const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
  const transaction = createWriteTransaction(
    { users: UserEntity, memberships: MembershipEntity },
    ({ users, memberships }) => [
      memberships
        .patch({ organizationId, userId })
        .set({ removedAt: now })
        .where(({ removedAt }, { notExists }) => notExists(removedAt))
        .commit(),
      // Two members who remove each other must not leave the organisation without members.
      ...(newOwner
        ? [
            memberships
              .check({ organizationId, userId: newOwner.userId })
              .where(
                ({ joinedAt, removedAt }, { exists, notExists }) => `${exists(joinedAt)} AND ${notExists(removedAt)}`,
              )
              .commit(),
          ]
        : []),
      ...(user
        ? [
            users
              .patch({ id: userId })
              .set({ organizationIds: user.organizationIds.filter((id) => id !== organizationId), signedOutAt: now })
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
