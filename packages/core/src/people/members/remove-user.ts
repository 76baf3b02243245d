import { notFound } from '../../platform/errors.ts'
import { findUser } from '../users/find-user.ts'
import { removeFromGroup } from '../users/pool-users.ts'
import { signOutEverywhere } from '../users/sign-out-everywhere.ts'
import { MembershipEntity } from './membership-entity.ts'
import { removeMember } from './remove-member.ts'

/**
 * Removes a user from an organisation, or from all organisations and the operators if `organizationId` is undefined.
 * Can be repeated until it is complete. Returns the organisations.
 * @throws ServiceError 404 if the user does not exist or was never a member of the organisation
 */
export async function removeUser(email: string, organizationId: string | undefined, now: number): Promise<string[]> {
  const user = await findUser({ email })
  if (!user && organizationId !== undefined) throw notFound('user', 'email address')
  if (organizationId === undefined) {
    await removeFromGroup(email, 'operators')
    await signOutEverywhere(email, now)
  }
  if (!user) return []
  const organizationIds = organizationId === undefined ? await organizationsOf(user) : [organizationId]
  for (const id of organizationIds) await removeMember({ organizationId: id, userId: user.id, mayBeLast: true }, now)
  return organizationIds
}

/** Returns the user's organisations, including those with an incomplete removal. */
async function organizationsOf({ id, organizationIds }: { id: string; organizationIds: readonly string[] }) {
  const { data } = await MembershipEntity.query.byUser({ userId: id }).go({ pages: 'all' })
  const incomplete = data.filter(({ removedAt, settledAt }) => removedAt !== undefined && settledAt === undefined)
  return [...new Set([...organizationIds, ...incomplete.map(({ organizationId }) => organizationId)])]
}
