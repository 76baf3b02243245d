import { MOST_MEMBERS } from '@messaging/contract/dashboard/members.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { callerErrorOf } from '../sessions/pool-errors.ts'
import { addUser } from '../users/add-user.ts'
import { findBySubject } from '../users/find-by-subject.ts'
import { findUser } from '../users/find-user.ts'
import { UserEntity, type UserItem } from '../users/user-entity.ts'
import { isMember, listMemberships } from './membership-entity.ts'

export interface InvitedMember {
  readonly id: string
  readonly email: string
  readonly status: 'active' | 'invited'
}

/**
 * Adds a user to an organisation. Cognito mails a temporary password to an account that was never used, at most once a
 * minute. A user with an account is a member at once, without an email. Can be repeated.
 * @throws ServiceError 409 if the organisation is full, or while the user is being removed
 */
export async function inviteMember(organizationId: string, email: string, now: number): Promise<InvitedMember> {
  const memberships = await listMemberships(organizationId)
  const active = memberships.filter(({ removedAt }) => removedAt === undefined)
  if (active.length >= MOST_MEMBERS)
    throw new ServiceError('conflict', `The organisation has ${MOST_MEMBERS} members, which is the limit. Remove one.`)
  const known = await findUser({ email })
  const leaving = memberships.find(
    ({ userId, settledAt, removedAt }) => userId === known?.id && removedAt && !settledAt,
  )
  if (leaving)
    throw new ServiceError('conflict', 'The removal of this member is incomplete. Remove the member again first.')
  return await add(organizationId, email, now)
}

/**
 * Sends the temporary password again.
 * @throws ServiceError 404 if the user is not a member, 409 if they have signed in
 */
export async function inviteAgain(organizationId: string, userId: string, now: number): Promise<InvitedMember> {
  const user = await findMember(organizationId, userId)
  if (user?.invitedAt === undefined)
    throw new ServiceError('conflict', 'The member has already signed in, so an invitation has no effect.')
  return await add(organizationId, user.email, now)
}

/** Returns the user of a member, or null for a member with API keys only. @throws ServiceError 404 for anyone else */
export async function findMember(organizationId: string, userId: string): Promise<UserItem | null> {
  if (userId === '' || !(await isMember(organizationId, userId))) throw notFound('member')
  const { data } = await UserEntity.get({ id: userId }).go({ consistent: true })
  return data
}

async function add(organizationId: string, email: string, now: number): Promise<InvitedMember> {
  try {
    const user = await findBySubject(await addUser({ email, organizationId, operator: false }, now))
    if (!user) throw new Error('The invited user was removed concurrently')
    return { id: user.id, email: user.email, status: user.invitedAt === undefined ? 'active' : 'invited' }
  } catch (error) {
    throw callerErrorOf(error)
  }
}
