import type { Member } from '@messaging/contract/dashboard/members.ts'
import type { Caller } from '../../platform/caller.ts'
import { isoTime } from '../../platform/clock.ts'
import { listGroup } from '../users/pool-users.ts'
import { UserEntity } from '../users/user-entity.ts'
import { listMemberships } from './membership-entity.ts'

/** A member with what the user pool knows of them. */
export interface MemberFacts {
  readonly id: string
  /** Null for a user who has no account, only API keys. */
  readonly email: string | null
  readonly joinedAt: number
  readonly isOperator: boolean
  readonly status: Member['status']
}

/** The members of an organisation, those who joined first first, and those whose removal was cut off. */
export async function listMemberFacts(organizationId: string): Promise<MemberFacts[]> {
  const memberships = (await listMemberships(organizationId)).filter(({ settledAt }) => settledAt === undefined)
  const [{ data: users }, operators] = await Promise.all([
    UserEntity.get(memberships.map(({ userId }) => ({ id: userId }))).go({ consistent: true }),
    listGroup('operators'),
  ])
  const byId = new Map(users.map((user) => [user.id, user]))
  return memberships.map(({ userId, joinedAt, removedAt }) => {
    const { email, subject } = byId.get(userId) ?? {}
    return {
      id: userId,
      email: email ?? null,
      joinedAt,
      isOperator: subject !== undefined && operators.has(subject),
      status: removedAt === undefined ? 'active' : 'removing',
    }
  })
}

/** The members of the caller's organisation as the dashboard shows them. */
export async function listMembers({ organizationId, userId }: Caller): Promise<Member[]> {
  const members = await listMemberFacts(organizationId)
  return members.map((member) => ({ ...member, joinedAt: isoTime(member.joinedAt), isYou: member.id === userId }))
}
