import { createWriteTransaction } from 'electrodb'
import { log } from '../../platform/log/log.ts'
import { transact } from '../../platform/table/transact.ts'
import { UserEntity, type UserItem } from '../users/user-entity.ts'
import { completeRemoval } from './complete-removal.ts'
import { ensureMemberships, MembershipEntity } from './membership-entity.ts'

/** Adds a user to an organisation. Has no effect if they are a member. Completes an interrupted removal first. */
export async function addMember(
  { id: userId }: Pick<UserItem, 'id'>,
  organizationId: string,
  now: number,
): Promise<void> {
  const { data: membership } = await MembershipEntity.get({ organizationId, userId }).go({ consistent: true })
  if (membership?.removedAt !== undefined && membership.settledAt === undefined)
    await completeRemoval(membership, undefined, now)
  const transaction = createWriteTransaction(
    { users: UserEntity, memberships: MembershipEntity },
    ({ users, memberships }) => [
      users
        .patch({ id: userId })
        .append({ organizationIds: [organizationId] })
        .where(({ organizationIds }, { notContains }) => notContains(organizationIds, organizationId))
        .commit(),
      memberships.put({ organizationId, userId, joinedAt: now }).commit(),
    ],
  )
  if (await transact(() => transaction.go())) log('member.added', { organizationId, userId })
  else await ensureMemberships(userId, [organizationId], now)
}
