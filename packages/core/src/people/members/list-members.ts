import type { Member } from '@messaging/contract/dashboard/members.ts'
import type { Caller } from '../../platform/caller.ts'
import { isoTime } from '../../platform/clock.ts'
import { listGroup } from '../users/pool-users.ts'
import { UserEntity } from '../users/user-entity.ts'
import { listMemberships } from './membership-entity.ts'

/** A member with data of the user pool. */
export interface MemberFacts {
  readonly id: string
  /** Null for a user with API keys only and no account. */
  readonly email: string | null
  readonly name: string
  readonly joinedAt: number
  readonly isOperator: boolean
  readonly status: Member['status']
}

/** Lists the members of an organisation, longest-standing first. Includes members whose removal is incomplete. */
export async function listMemberFacts(organizationId: string): Promise<MemberFacts[]> {
  const memberships = (await listMemberships(organizationId)).filter(({ settledAt }) => settledAt === undefined)
  const [{ data: users }, operators] = await Promise.all([
    UserEntity.get(memberships.map(({ userId }) => ({ id: userId }))).go({ consistent: true }),
    listGroup('operators'),
  ])
  const byId = new Map(users.map((user) => [user.id, user]))
  return memberships.map(({ userId, joinedAt, removedAt }) => {
    const { email, name, subject, invitedAt } = byId.get(userId) ?? {}
    return {
      id: userId,
      email: email ?? null,
      name: name ?? '',
      joinedAt,
      isOperator: subject !== undefined && operators.has(subject),
      status: statusOf(removedAt, invitedAt),
    }
  })
}

function statusOf(removedAt: number | undefined, invitedAt: number | undefined): Member['status'] {
  if (removedAt !== undefined) return 'removing'
  return invitedAt === undefined ? 'active' : 'invited'
}

/** Lists the members of the caller's organisation as the dashboard shows them. */
export async function listMembers({ organizationId, userId }: Caller): Promise<Member[]> {
  const members = await listMemberFacts(organizationId)
  return members.map((member) => ({ ...member, joinedAt: isoTime(member.joinedAt), isYou: member.id === userId }))
}
