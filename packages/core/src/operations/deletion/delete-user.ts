import { createWriteTransaction } from 'electrodb'
import { AgentShareEntity } from '../../agents/agent-share-entity.ts'
import { removeShare } from '../../agents/share-agent.ts'
import { SHARED_AGENTS } from '../../agents/write-agent.ts'
import { InvitationEntity, listInvitationsOf } from '../../people/invitations/invitation-entity.ts'
import { isAdmin, listMemberships } from '../../people/members/membership-entity.ts'
import { removeUser } from '../../people/members/remove-user.ts'
import { OrganizationEntity } from '../../people/organizations/organization-entity.ts'
import { RecoveryCodesEntity } from '../../people/sessions/recovery-codes-entity.ts'
import { SessionEntity } from '../../people/sessions/session-entity.ts'
import { findUser } from '../../people/users/find-user.ts'
import { personalOrganizationIds } from '../../people/users/first-sign-in.ts'
import { deletePoolUser } from '../../people/users/pool-users.ts'
import { emailAlias, phoneAlias, subjectAlias, UserAliasEntity } from '../../people/users/user-alias-entity.ts'
import { UserEntity, type UserItem } from '../../people/users/user-entity.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { transact } from '../../platform/table/transact.ts'
import { type Deletion, deleteOrganization } from './delete-organization.ts'

/**
 * Deletes a user with their account, memberships, sessions, invitations, shares and personal organisation. Their API
 * keys are revoked; webhooks and what they wrote stay with the organisations. Returns the numbers by kind. Can be
 * repeated until it is complete.
 * @throws ServiceError 409 if another organisation would lose its last member or admin
 */
export async function deleteUser(email: string, deletion: Deletion, now: number): Promise<Record<string, number>> {
  const user = await findUser({ email })
  const invitations = await listInvitationsOf(email, now)
  const found = user ? await belongingsOf(user) : undefined
  const personal = found?.personal ?? []
  const counts: Record<string, number> = {
    invitation: invitations.length,
    ...(found && {
      membership: found.memberships,
      session: found.sessions.length,
      share: found.shares.length,
      user: 1,
    }),
    ...(personal.length > 0 && { 'personal organisation': personal.length }),
  }
  if (deletion.dryRun) return counts
  await removeUser(email, undefined, now)
  for (const organizationId of personal) await deleteOrganization(organizationId, deletion, now)
  for (const { organizationId, id } of invitations) await InvitationEntity.delete({ organizationId, id }).go()
  for (const share of found?.shares ?? []) await removeShare(share)
  for (const { userId, sessionId } of found?.sessions ?? []) await SessionEntity.delete({ userId, sessionId }).go()
  await deletePoolUser(email)
  if (user) await deleteNames(user)
  log('user.deleted', { userId: user?.id ?? '' })
  return counts
}

async function belongingsOf(user: UserItem) {
  const { id: userId } = user
  const [{ data: shares }, { data: sessions }] = await Promise.all([
    AgentShareEntity.query.byUser({ userId }).go({ pages: 'all' }),
    SessionEntity.query.byUser({ userId }).go({ pages: 'all', consistent: true }),
  ])
  const alone: string[] = []
  // An interrupted deletion has ended the membership, but not deleted the personal organisations.
  const own = user.subject === undefined ? [] : personalOrganizationIds(user.subject)
  for (const organizationId of new Set([...user.organizationIds, ...own])) {
    const others = (await listMemberships(organizationId)).filter(
      (each) => each.userId !== userId && each.removedAt === undefined,
    )
    if (others.length === 0) alone.push(organizationId)
    else if (user.organizationIds.includes(organizationId) && !others.some(isAdmin))
      throw new ServiceError(
        'conflict',
        `The user is the last admin of the organisation ${organizationId}. Make another member admin first.`,
      )
  }
  const { data: organizations } = await OrganizationEntity.get(alone.map((id) => ({ id }))).go()
  const shared = organizations.find(({ isPersonal }) => !isPersonal)
  if (shared)
    throw new ServiceError(
      'conflict',
      `The user is the last member of the organisation ${shared.id} (${shared.name}). Add another admin, or delete it first.`,
    )
  const personal = organizations.map(({ id }) => id)
  return { shares, sessions, personal, memberships: user.organizationIds.length }
}

/** The user and the alias of the address are last, in one write: a repeated deletion finds the user by them. */
async function deleteNames({ id, email, phoneNumber, subject }: UserItem): Promise<void> {
  await CounterEntity.delete({ organizationId: id, noun: SHARED_AGENTS }).go()
  await RecoveryCodesEntity.delete({ userId: id }).go()
  const aliases = [
    ...(phoneNumber === undefined ? [] : [phoneAlias(phoneNumber)]),
    ...(subject === undefined ? [] : [subjectAlias(subject)]),
  ]
  // Another user may have proved the number.
  for (const alias of aliases)
    await UserAliasEntity.delete({ alias })
      .where((stored, { eq }) => eq(stored.userId, id))
      .go({ returnOnConditionCheckFailure: true })
  const transaction = createWriteTransaction({ users: UserEntity, names: UserAliasEntity }, ({ users, names }) => [
    users.delete({ id }).commit(),
    names.delete({ alias: emailAlias(email) }).commit(),
  ])
  await transact(() => transaction.go())
}
