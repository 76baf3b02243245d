import type { Member } from '@messaging/contract/dashboard/members.ts'
import type { Role } from '@messaging/contract/roles.ts'
import type { Caller } from '../../platform/caller.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { listInvitations } from '../invitations/invitation-entity.ts'
import { listGroup } from '../users/pool-users.ts'
import { UserEntity } from '../users/user-entity.ts'
import { listMemberships, roleOf } from './membership-entity.ts'

/** A member with data of the user pool. */
export interface MemberFacts {
  readonly id: string
  /** Null for a user with API keys only and no account. */
  readonly email: string | null
  readonly name: string
  readonly role: Role
  readonly joinedAt: number
  readonly isOperator: boolean
  readonly status: Member['status']
  /** The end of a pending invitation; undefined for members. */
  readonly expiresAt?: number
}

/**
 * Lists the members of an organisation, longest-standing first, then its pending invitations. Includes members whose
 * removal is incomplete.
 */
export async function listMemberFacts(organizationId: string, now: number): Promise<MemberFacts[]> {
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
  const invited = invitations.map(({ id, email, role, invitedAt, expiresAt }) => {
    const unknown = { name: '', isOperator: false, status: 'invited' } as const
    return { id, email, role, joinedAt: invitedAt, ...unknown, expiresAt: expiresAt * 1000 }
  })
  return [...members, ...invited]
}

function statusOf(removedAt: number | undefined, invitedAt: number | undefined): Member['status'] {
  if (removedAt !== undefined) return 'removing'
  return invitedAt === undefined ? 'active' : 'invited'
}

/** Lists the members of the caller's organisation as the dashboard shows them. */
export async function listMembers({ organizationId, userId }: Caller, now: number): Promise<Member[]> {
  const members = await listMemberFacts(organizationId, now)
  return members.map((member) => ({
    ...member,
    joinedAt: isoTime(member.joinedAt),
    expiresAt: timeOrNull(member.expiresAt),
    isYou: member.id === userId,
  }))
}
