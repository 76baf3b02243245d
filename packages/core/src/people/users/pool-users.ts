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
import { InternalError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { faultOf } from '../sessions/pool-errors.ts'
import { userPool } from '../sessions/user-pool.ts'

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
  now: number,
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
  readonly createdAt: number
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
export async function revokeTokens(email: string): Promise<void> {
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

async function ensureAccount(email: string, invite: boolean, now: number): Promise<string> {
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
