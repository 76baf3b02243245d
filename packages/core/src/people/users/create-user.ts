import type { Role } from '@messaging/contract/roles.ts'
import { createWriteTransaction } from 'electrodb'
import { ServiceError } from '../../platform/errors.ts'
import { transact } from '../../platform/table/transact.ts'
import { ensureMemberships, MembershipEntity } from '../members/membership-entity.ts'
import { emailAlias, subjectAlias, UserAliasEntity } from './user-alias-entity.ts'
import { UserEntity, type UserItem } from './user-entity.ts'

interface CreateUserInput {
  readonly id: string
  readonly email: string
  /** The `sub` of their tokens. */
  readonly subject?: string
  readonly organizationIds: readonly string[]
  /** The role in the organisations. @default admin */
  readonly role?: Role
  /** The time of the invitation, for a user who has not signed in yet. */
  readonly invitedAt?: number
}

/**
 * Creates a user with their memberships, or returns the existing user with the same id.
 * @throws ServiceError 409 if the email address or the subject belongs to another user
 */
export async function createUser({ role = 'admin', ...input }: CreateUserInput, now: number): Promise<UserItem> {
  const user = {
    ...input,
    email: input.email.toLowerCase(),
    organizationIds: [...input.organizationIds],
    createdAt: now,
  }
  const names = [emailAlias(input.email), ...(input.subject ? [subjectAlias(input.subject)] : [])]
  const transaction = createWriteTransaction(
    { users: UserEntity, aliases: UserAliasEntity, memberships: MembershipEntity },
    ({ users, aliases, memberships }) => [
      users.create(user).commit(),
      ...names.map((alias) => aliases.create({ alias, userId: user.id }).commit()),
      ...user.organizationIds.map((organizationId) =>
        memberships.put({ organizationId, userId: user.id, joinedAt: now, role }).commit(),
      ),
    ],
  )
  if (await transact(() => transaction.go())) return user
  const { data: existing } = await UserEntity.get({ id: user.id }).go({ consistent: true })
  if (!existing) throw new ServiceError('conflict', 'The email address or account belongs to another user.')
  await ensureMemberships(existing.id, existing.organizationIds, role, existing.createdAt)
  return existing
}
