import type { Me } from '@messaging/contract/dashboard/session.ts'
import type { Caller } from '../../platform/caller.ts'
import { notFound } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { viewInvitations } from '../invitations/view-invitations.ts'
import { OrganizationEntity } from '../organizations/organization-entity.ts'
import { isProvedBy } from '../phone-proof/proof.ts'
import { operatorAccess } from '../sessions/operator-access.ts'
import { UserEntity } from './user-entity.ts'

/** Returns the caller with their organisations, in the order in which they joined. */
export async function viewMe(caller: Caller, now: number): Promise<Me> {
  const { userId, organizationId, groups, role } = caller
  const { data: user } = await UserEntity.get({ id: userId }).go()
  if (!user) throw notFound('user', 'account that you signed in with')
  const { id, email, name = '', phoneNumber = null } = user
  const [{ data: found }, isPhoneNumberProved, invitations, access] = await Promise.all([
    OrganizationEntity.get(user.organizationIds.map((each) => ({ id: each }))).go({ preserveBatchOrder: true }),
    phoneNumber !== null && isProvedBy(id, phoneNumber),
    viewInvitations(email, now),
    operatorAccess(caller),
  ])
  const organizations = found.flatMap((one) =>
    one ? [{ id: one.id, name: one.name, isPersonal: one.isPersonal }] : [],
  )
  const organization = organizations.find((each) => each.id === organizationId)
  if (!organization) throw notFound('organisation', 'header X-Organization-Id')
  return {
    user: { id, email, name, phoneNumber, isPhoneNumberProved },
    organization,
    role,
    organizations,
    invitations,
    groups: [...groups],
    operatorAccess: access,
    apiBaseUrl: settings.PUBLIC_BASE_URL,
  }
}
