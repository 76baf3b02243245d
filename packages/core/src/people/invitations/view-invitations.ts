import type { Invitation } from '@messaging/contract/dashboard/session.ts'
import { isoTime } from '../../platform/clock.ts'
import { OrganizationEntity } from '../organizations/organization-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { listInvitationsOf } from './invitation-entity.ts'

/** Returns the pending invitations of an address as its user sees them. */
export async function viewInvitations(email: string, now: number): Promise<Invitation[]> {
  const invitations = await listInvitationsOf(email, now)
  if (invitations.length === 0) return []
  const [{ data: organizations }, { data: users }] = await Promise.all([
    OrganizationEntity.get(invitations.map(({ organizationId }) => ({ id: organizationId }))).go(),
    UserEntity.get(invitations.map(({ invitedBy }) => ({ id: invitedBy }))).go(),
  ])
  const names = new Map(organizations.map(({ id, name }) => [id, name]))
  const inviters = new Map(users.map((user) => [user.id, user.name || user.email]))
  return invitations.flatMap(({ id, organizationId, role, invitedBy, expiresAt }) => {
    const organizationName = names.get(organizationId)
    if (organizationName === undefined) return []
    const facts = { id, organizationId, organizationName, role, invitedBy: inviters.get(invitedBy) ?? '' }
    return [{ ...facts, expiresAt: isoTime(expiresAt * 1000) }]
  })
}
