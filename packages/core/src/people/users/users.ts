import { setTimeout } from 'node:timers/promises'
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  type AdminCreateUserCommandInput,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  paginateListUsers,
  paginateListUsersInGroup,
} from '@aws-sdk/client-cognito-identity-provider'
import type { Role } from '@replywright/contract/roles.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Clock } from '../../platform/clock.ts'
import { InternalError, ServiceError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { transact } from '../../platform/table/transact.ts'
import { InvitationEntity, invitationId } from '../invitations/invitation-entity.ts'
import { ensureMemberships, MembershipEntity } from '../members/membership-entity.ts'
import { faultOf, userPool } from '../sessions/user-pool.ts'
import { emailAlias, subjectAlias, UserAliasEntity, UserEntity, type UserItem } from './user-entity.ts'

/** Returns the user with an email address, or null. */
export async function findUser({ email }: { readonly email: string }): Promise<UserItem | null> {
  const { data: found } = await UserAliasEntity.get({ alias: emailAlias(email) }).go()
  if (!found) return null
  const { data: user } = await UserEntity.get({ id: found.userId }).go()
  return user
}

/** Returns the user with a subject of the user pool, or null before the first sign-in. Reads consistently. */
export async function findBySubject(subject: string): Promise<UserItem | null> {
  const { data: found } = await UserAliasEntity.get({ alias: subjectAlias(subject) }).go({ consistent: true })
  if (!found) return null
  const { data: user } = await UserEntity.get({ id: found.userId }).go({ consistent: true })
  return user
}

/** Links a subject to a user. Returns the subject's user, or null if the user has another subject. */
export async function linkSubject(
  { id, organizationIds }: Pick<UserItem, 'id' | 'organizationIds'>,
  subject: string,
): Promise<UserItem | null> {
  await transact({ users: UserEntity, aliases: UserAliasEntity }, ({ users, aliases }) => [
    users
      .patch({ id })
      .set({ subject, organizationIds })
      .where(({ subject: current }, { notExists }) => notExists(current))
      .commit(),
    aliases.create({ alias: subjectAlias(subject), userId: id }).commit(),
  ])
  return await findBySubject(subject)
}

interface CreateUserInput {
  readonly id: string
  readonly email: string
  /** The `sub` of their tokens. */
  readonly subject?: string
  readonly organizationIds: readonly string[]
  /** The role in the organisations. @default admin */
  readonly role?: Role
  /** The time of the invitation, for a user who has not signed in yet. */
  readonly invitedAt?: EpochMs
}

/**
 * Creates a user with their memberships, or returns the existing user with the same id.
 * @throws ServiceError 409 if the email address or the subject belongs to another user
 */
export async function createUser({ role = 'admin', ...input }: CreateUserInput, now: EpochMs): Promise<UserItem> {
  const user = {
    ...input,
    email: input.email.toLowerCase(),
    organizationIds: [...input.organizationIds],
    createdAt: now,
  }
  const names = [emailAlias(input.email), ...(input.subject ? [subjectAlias(input.subject)] : [])]
  const isWritten = await transact(
    { users: UserEntity, aliases: UserAliasEntity, memberships: MembershipEntity, invitations: InvitationEntity },
    ({ users, aliases, memberships, invitations }) => [
      users.create(user).commit(),
      ...names.map((alias) => aliases.create({ alias, userId: user.id }).commit()),
      ...user.organizationIds.map((organizationId) =>
        memberships.put({ organizationId, userId: user.id, joinedAt: now, role }).commit(),
      ),
      // Whom an operator adds needs no invitation, and must not use it after a later removal.
      ...(user.invitedAt === undefined ? [] : user.organizationIds).map((organizationId) =>
        invitations.delete({ organizationId, id: invitationId(organizationId, user.email) }).commit(),
      ),
    ],
  )
  if (isWritten) return user
  const { data: existing } = await UserEntity.get({ id: user.id }).go({ consistent: true })
  if (!existing) throw new ServiceError('conflict', 'The email address or account belongs to another user.')
  await ensureMemberships(existing.id, existing.organizationIds, role, existing.createdAt)
  return existing
}

/** Cognito limits the emails with codes, but not those with temporary passwords. */
const BETWEEN_MAILS_MILLISECONDS = 60_000
/** Another request may create or delete the account concurrently. */
const TRIES = 3

/**
 * Ensures that an address has an account in the user pool, marked as verified, and returns its subject. Without
 * `password`, Cognito sends a temporary password by email to an account that was never used, at most once a minute.
 * Replaces an unconfirmed account, because its password was set without proof of the address. Keeps any other account.
 */
export async function addPoolUser(
  { email, password }: { readonly email: string; readonly password?: string },
  now: EpochMs,
): Promise<string> {
  const subject = await ensureAccount(email, password === undefined, now)
  if (password !== undefined)
    await userPool.send(new AdminSetUserPasswordCommand({ ...named(email), Password: password, Permanent: true }))
  return subject
}

export async function addToGroup(email: string, group: 'operators'): Promise<void> {
  await userPool.send(new AdminAddUserToGroupCommand({ ...named(email), GroupName: group }))
}

/** Removes an account from a group, if the account exists. */
export async function removeFromGroup(email: string, group: 'operators'): Promise<void> {
  try {
    await userPool.send(new AdminRemoveUserFromGroupCommand({ ...named(email), GroupName: group }))
  } catch (error) {
    if (faultOf(error) !== 'UserNotFoundException') throw error
  }
}

/** Returns the subjects of the accounts in a group. */
export async function listGroup(group: 'operators'): Promise<ReadonlySet<string>> {
  const subjects = new Set<string>()
  const input = { UserPoolId: settings.USER_POOL_ID, GroupName: group }
  for await (const { Users = [] } of paginateListUsersInGroup({ client: userPool }, input))
    for (const { Attributes } of Users) subjects.add(subjectOf(Attributes))
  return subjects
}

/** Turns two-factor authentication off, for a user who lost their authenticator app. */
export async function resetMfa(email: string): Promise<void> {
  const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false }
  await userPool.send(new AdminSetUserMFAPreferenceCommand({ ...named(email), SoftwareTokenMfaSettings }))
}

export interface Account {
  readonly subject: string
  readonly email: string
  readonly status: string
  readonly createdAt: EpochMs
}

export async function listPoolUsers(): Promise<Account[]> {
  const accounts: Account[] = []
  for await (const { Users = [] } of paginateListUsers({ client: userPool }, { UserPoolId: settings.USER_POOL_ID }))
    for (const { Attributes = [], UserStatus = '', UserCreateDate } of Users)
      accounts.push({
        subject: subjectOf(Attributes),
        email: attributeOf(Attributes, 'email') ?? '',
        status: UserStatus,
        createdAt: UserCreateDate?.getTime() ?? 0,
      })
  return accounts
}

/** Revokes all refresh and access tokens of an account, if it exists. */
async function revokeTokens(email: string): Promise<void> {
  try {
    await userPool.send(new AdminUserGlobalSignOutCommand(named(email)))
  } catch (error) {
    if (faultOf(error) !== 'UserNotFoundException') throw error
  }
}

/** Deletes an account, if it exists. */
export async function deletePoolUser(email: string): Promise<void> {
  try {
    await userPool.send(new AdminDeleteUserCommand(named(email)))
  } catch (error) {
    if (faultOf(error) !== 'UserNotFoundException') throw error
  }
}

async function ensureAccount(email: string, invite: boolean, now: EpochMs): Promise<string> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const created = await createAccount(email, { MessageAction: invite ? undefined : 'SUPPRESS' })
    if (created !== undefined) return created
    const account = await findAccount(email)
    if (account?.UserStatus === 'UNCONFIRMED')
      await userPool.send(new AdminDeleteUserCommand(named(account.Username ?? email)))
    else if (account) {
      const mailedAt = account.UserLastModifiedDate?.getTime() ?? 0
      if (invite && account.UserStatus === 'FORCE_CHANGE_PASSWORD' && mailedAt <= now - BETWEEN_MAILS_MILLISECONDS)
        await createAccount(email, { MessageAction: 'RESEND' })
      return subjectOf(account.UserAttributes)
    }
  }
  throw new InternalError('The account is being created and deleted concurrently')
}

/** Returns the subject, or undefined if the account already exists. */
async function createAccount(
  email: string,
  { MessageAction }: Pick<AdminCreateUserCommandInput, 'MessageAction'>,
): Promise<string | undefined> {
  try {
    const { User } = await userPool.send(
      new AdminCreateUserCommand({
        ...named(email),
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
        DesiredDeliveryMediums: ['EMAIL'],
        MessageAction,
      }),
    )
    return subjectOf(User?.Attributes)
  } catch (error) {
    // UnsupportedUserStateException: the owner signed in between the check and the email.
    if (['UsernameExistsException', 'UnsupportedUserStateException'].includes(faultOf(error))) return undefined
    throw error
  }
}

/** Returns whether the owner of an account has replaced its temporary password. */
export async function isUsed(email: string): Promise<boolean> {
  return (await findAccount(email))?.UserStatus === 'CONFIRMED'
}

async function findAccount(email: string): Promise<AdminGetUserCommandOutput | undefined> {
  try {
    return await userPool.send(new AdminGetUserCommand(named(email)))
  } catch (error) {
    if (faultOf(error) === 'UserNotFoundException') return undefined
    throw error
  }
}

function named(Username: string): { UserPoolId: string; Username: string } {
  return { UserPoolId: settings.USER_POOL_ID, Username }
}

function attributeOf(attributes: readonly AttributeType[], name: 'sub' | 'email'): string | undefined {
  return attributes.find(({ Name }) => Name === name)?.Value
}

function subjectOf(attributes: readonly AttributeType[] = []): string {
  const subject = attributeOf(attributes, 'sub')
  if (!subject) throw new InternalError('Cognito returned a user without a subject')
  return subject
}

/**
 * Rejects tokens of sign-ins until now within 15 seconds, and revokes all refresh tokens of the account. Call it after
 * the change that requires a new sign-in.
 */
export async function signOutEverywhere(email: string, clock: Clock): Promise<void> {
  await Promise.all([endSessions(email, clock), revokeTokens(email)])
}

/**
 * Invalidates tokens of sign-ins until now, and of those in the same second. Returns in the next second, so that the
 * user can sign in at once.
 */
export async function endSessions(email: string, clock: Clock): Promise<void> {
  const user = await findUser({ email })
  if (!user) return
  const now = clock()
  await UserEntity.patch({ id: user.id }).set({ signedOutAt: now, endedSessions: [] }).go()
  await setTimeout(1000 - (now % 1000))
}
