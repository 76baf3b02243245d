import { MOST_MEMBERS } from '@messaging/contract/dashboard/members.ts'
import type { OrganizationSummary } from '@messaging/contract/dashboard/session.ts'
import type * as v from 'valibot'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { Caller, Origin } from '../../platform/caller.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { joinOrganization } from '../members/join-organization.ts'
import { listMemberships } from '../members/membership-entity.ts'
import { OrganizationEntity } from '../organizations/organization-entity.ts'
import { findInvitation, InvitationEntity, type InvitationItem, listInvitationsOf } from './invitation-entity.ts'

interface Acceptance {
  readonly origin: Origin
  /** Called with the organisation before the caller joins it. A repeat calls it again. */
  readonly beforeJoining: (organizationId: string) => Promise<void>
}

/**
 * Makes the caller a member of the organisation that invited their address, and returns it.
 * @throws ServiceError 404 if the invitation is not pending, 409 if the organisation is full or a removal is incomplete
 */
export async function acceptInvitation(
  caller: Caller,
  id: string,
  { origin, beforeJoining }: Acceptance,
  now: number,
): Promise<v.InferOutput<typeof OrganizationSummary>> {
  const { organizationId, role } = await getOwnInvitation(caller, id, now)
  const { data: organization } = await OrganizationEntity.get({ id: organizationId }).go()
  if (!organization) throw notFound('invitation')
  await recordChange(answer(caller, organizationId, 'accept', origin), async () => {
    const memberships = await listMemberships(organizationId)
    const own = memberships.find(({ userId }) => userId === caller.userId)
    if (own?.removedAt !== undefined && own.settledAt === undefined)
      throw new ServiceError(
        'conflict',
        'Your removal from this organisation is incomplete. Ask an admin to repeat it.',
      )
    if (memberships.filter(({ removedAt }) => removedAt === undefined).length >= MOST_MEMBERS)
      throw new ServiceError('conflict', `The organisation has ${MOST_MEMBERS} members, which is the limit.`)
    await beforeJoining(organizationId)
    if (!(await joinOrganization({ organizationId, userId: caller.userId, role, invitationId: id }, now)))
      throw notFound('invitation')
  })
  log('invitation.accepted', { organizationId, userId: caller.userId })
  return { id: organizationId, name: organization.name, isPersonal: organization.isPersonal }
}

/** Deletes an invitation of the caller. @throws ServiceError 404 if it is not pending */
export async function declineInvitation(caller: Caller, id: string, origin: Origin, now: number): Promise<undefined> {
  const { organizationId } = await getOwnInvitation(caller, id, now)
  await recordChange(answer(caller, organizationId, 'decline', origin), async () => {
    await InvitationEntity.delete({ organizationId, id }).go()
  })
  log('invitation.declined', { organizationId, userId: caller.userId })
}

/** An address has at most one invitation of each organisation, so its list is short. */
async function getOwnInvitation({ email = '' }: Caller, id: string, now: number): Promise<InvitationItem> {
  const listed = (await listInvitationsOf(email, now)).find((each) => each.id === id)
  const invitation = listed && (await findInvitation(listed.organizationId, id, now))
  if (!invitation) throw notFound('invitation')
  return invitation
}

/** The entry belongs to the organisation that invited the user. */
function answer(
  { userId, email = '' }: Caller,
  organizationId: string,
  action: 'accept' | 'decline',
  { requestId, sourceIp }: Origin,
) {
  const object = { object: 'member', objectId: userId, objectName: email } as const
  return [{ organizationId, userId, email, action, ...object, requestId, sourceIp }]
}
