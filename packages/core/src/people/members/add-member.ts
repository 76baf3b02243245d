import type { Role } from '@messaging/contract/roles.ts'
import type { UserItem } from '../users/user-entity.ts'
import { completeRemoval } from './complete-removal.ts'
import { joinOrganization } from './join-organization.ts'
import { ensureMemberships, MembershipEntity } from './membership-entity.ts'

/** Adds a user to an organisation. Has no effect if they are a member. Completes an interrupted removal first. */
export async function addMember(
  { id: userId }: Pick<UserItem, 'id'>,
  { organizationId, role }: { readonly organizationId: string; readonly role: Role },
  now: number,
): Promise<void> {
  const { data: membership } = await MembershipEntity.get({ organizationId, userId }).go({ consistent: true })
  if (membership?.removedAt !== undefined && membership.settledAt === undefined)
    await completeRemoval(membership, undefined, now)
  if (!(await joinOrganization({ organizationId, userId, role }, now)))
    await ensureMemberships(userId, [organizationId], role, now)
}
