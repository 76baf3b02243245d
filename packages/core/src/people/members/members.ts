import type { Member } from '@replywright/contract/dashboard/members.ts'
import type { Role } from '@replywright/contract/roles.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { type Clock, isoTime, timeOrNull } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { CONFLICT_TRIES, retryConflict, transact } from '../../platform/table/transact.ts'
import { revokeApiKeysOf } from '../api-keys/api-keys.ts'
import { deleteInvitationsBy, listInvitations } from '../invitations/invitation-entity.ts'
import { UserEntity, type UserItem } from '../users/user-entity.ts'
import { addToGroup, listGroup, removeFromGroup, signOutEverywhere } from '../users/users.ts'
import {
  findMembership,
  isActiveAdmin,
  isAdmin,
  listMemberships,
  MembershipEntity,
  roleOf,
} from './membership-entity.ts'
import { completeRemoval, endMembership, heirOf } from './removal.ts'

/** A member with data of the user pool. */
export interface MemberFacts {
  readonly id: string
  /** Null for a user with API keys only and no account. */
  readonly email: string | null
  readonly name: string
  readonly role: Role
  readonly joinedAt: EpochMs
  readonly isOperator: boolean
  readonly status: Member['status']
  /** The end of a pending invitation; undefined for members. */
  readonly expiresAt?: number
  /** The name or address of the admin who sent a pending invitation; undefined for members. */
  readonly invitedBy?: string
}

/**
 * Lists the members of an organisation, longest-standing first, then its pending invitations. Includes members whose
 * removal is incomplete.
 */
export async function listMemberFacts(organizationId: string, now: EpochMs): Promise<MemberFacts[]> {
  const memberships = (await listMemberships(organizationId)).filter(({ settledAt }) => settledAt === undefined)
  const [{ data: users }, operators, invitations] = await Promise.all([
    UserEntity.get(memberships.map(({ userId }) => ({ id: userId }))).go({ consistent: true }),
    listGroup('operators'),
    listInvitations(organizationId, now),
  ])
  const byId = new Map(users.map((user) => [user.id, user]))
  const members = memberships.map((membership) => {
    const { userId, joinedAt, removedAt } = membership
    const { email, name, subject, invitedAt } = byId.get(userId) ?? {}
    return {
      id: userId,
      email: email ?? null,
      name: name ?? '',
      role: roleOf(membership),
      joinedAt,
      isOperator: subject !== undefined && operators.has(subject),
      status: statusOf(removedAt, invitedAt),
    }
  })
  // The list shows nothing about the address but what the inviter knows.
  const invited = invitations.map(({ id, email, role, invitedAt, expiresAt, invitedBy }) => {
    const unknown = { name: '', isOperator: false, status: 'invited' } as const
    const inviter = byId.get(invitedBy)
    const facts = { expiresAt: expiresAt * 1000, invitedBy: inviter?.name || inviter?.email || '' }
    return { id, email, role, joinedAt: invitedAt, ...unknown, ...facts }
  })
  return [...members, ...invited]
}

function statusOf(removedAt: EpochMs | undefined, invitedAt: EpochMs | undefined): Member['status'] {
  if (removedAt !== undefined) return 'removing'
  return invitedAt === undefined ? 'active' : 'invited'
}

/** Lists the members of the caller's organisation as the dashboard shows them. */
export async function listMembers({ organizationId, userId }: Caller, now: EpochMs): Promise<Member[]> {
  const members = await listMemberFacts(organizationId, now)
  return members.map((member) => ({
    ...member,
    joinedAt: isoTime(member.joinedAt),
    expiresAt: timeOrNull(member.expiresAt),
    invitedBy: member.invitedBy ?? null,
    isYou: member.id === userId,
  }))
}

/** Returns the address and the role of a member, or undefined if the user is none. */
export async function findMember(organizationId: string, userId: string): Promise<MemberRole | undefined> {
  const [membership, { data: user }] = await Promise.all([
    findMembership(organizationId, userId),
    UserEntity.get({ id: userId }).go(),
  ])
  return membership ? { id: userId, email: user?.email ?? null, role: roleOf(membership) } : undefined
}

/** Returns a member's role and user; the user is null for API keys only. @throws ServiceError 404 for anyone else */
export async function getMember(
  organizationId: string,
  userId: string,
): Promise<{ readonly user: UserItem | null; readonly role: Role }> {
  const membership = userId === '' ? null : await findMembership(organizationId, userId)
  if (!membership) throw notFound('member')
  const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
  return { user, role: roleOf(membership) }
}

interface MemberRole {
  readonly id: string
  readonly email: string | null
  readonly role: Role
}

interface RoleChange {
  readonly role: Role
  /** Whether the API keys that the member has in the organisation are revoked, too. @default they obey the new role */
  readonly revokeApiKeys?: boolean
}

/**
 * Changes the role of a member, from their next request after 15 seconds on. The pending invitations of a former admin
 * are deleted. Can be repeated until it is complete.
 * @throws ServiceError 404 if the user is not a member, 409 if no admin would be left
 */
export async function changeRole(
  organizationId: string,
  userId: string,
  { role, revokeApiKeys = false }: RoleChange,
  now: EpochMs,
): Promise<MemberRole> {
  await retryConflict(CONFLICT_TRIES, 'The members were changed concurrently. Try again.', async () => {
    const memberships = (await listMemberships(organizationId)).filter(({ removedAt }) => removedAt === undefined)
    const membership = memberships.find((each) => each.userId === userId)
    if (!membership) throw notFound('member')
    const remaining = memberships.find((each) => each.userId !== userId && isAdmin(each))
    const loses = isAdmin(membership) && role !== 'admin'
    if (loses && !remaining)
      throw new ServiceError(
        'conflict',
        'The last admin of an organisation keeps the role. Make another member admin first.',
      )
    const isWritten = await transact({ memberships: MembershipEntity }, ({ memberships }) => [
      memberships
        .patch({ organizationId, userId })
        .set({ role })
        .where(({ removedAt }, { notExists }) => notExists(removedAt))
        .commit(),
      // Two admins who change each other must not leave the organisation without an admin.
      ...(loses && remaining
        ? [memberships.check({ organizationId, userId: remaining.userId }).where(isActiveAdmin).commit()]
        : []),
    ])
    return isWritten ? true : undefined
  })
  log('member.role_changed', { organizationId, userId, role })
  if (role !== 'admin') await deleteInvitationsBy(organizationId, userId)
  if (revokeApiKeys) await revokeApiKeysOf({ organizationId, userId, since: now }, now)
  const { data: user } = await UserEntity.get({ id: userId }).go()
  return { id: userId, email: user?.email ?? null, role }
}

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
export async function removeMember(removal: Removal, now: EpochMs): Promise<undefined> {
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

/** Gives a member operator access. Their next token has it. */
export async function grantOperator({ organizationId }: Caller, userId: string): Promise<undefined> {
  await addToGroup(await accountOf(organizationId, userId), 'operators')
  log('operator.granted', { organizationId, userId })
}

/**
 * Removes operator access, and ends the member's sessions, because their tokens still contain the group.
 * @throws ServiceError 404 if the user is not a member, 409 for the caller
 */
export async function revokeOperator(caller: Caller, userId: string, clock: Clock): Promise<undefined> {
  const { organizationId } = caller
  if (userId === caller.userId)
    throw new ServiceError('conflict', 'You cannot remove your own operator access. Ask another operator.')
  const email = await accountOf(organizationId, userId)
  await removeFromGroup(email, 'operators')
  await signOutEverywhere(email, clock)
  log('operator.revoked', { organizationId, userId })
}

async function accountOf(organizationId: string, userId: string): Promise<string> {
  const { user } = await getMember(organizationId, userId)
  if (!user)
    throw new ServiceError('conflict', 'The member has API keys only and no account. Invite them by email first.')
  return user.email
}
