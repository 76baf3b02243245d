import { randomBytes } from 'node:crypto'
import { isTrue, numberOf, textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { cognitoError, invalidParameter } from './cognito-errors.ts'
import { type Action, type CognitoContext, findUser, namedUser, poolOf, type UserPool, update } from './context.ts'
import { describeMfa } from './mfa-actions.ts'
import { hashPassword, passwordFault } from './password-policy.ts'
import type { StoredUser } from './pool-store.ts'
import { addUser } from './sign-up-actions.ts'
import { attributesOf, describeUser, requiredText } from './user-input.ts'

export const GROUP_ACTIONS: Readonly<Record<string, Action>> = {
  AdminAddUserToGroup(input, context) {
    const pool = poolOf(input, context)
    const user = namedUser(input, pool)
    const { physicalId } = groupOf(pool, requiredText(input, 'GroupName'))
    if (!user.groups.includes(physicalId)) {
      update(pool, user, { groups: [...user.groups, physicalId] }, context.now())
    }
    return {}
  },

  AdminRemoveUserFromGroup(input, context) {
    const pool = poolOf(input, context)
    const user = namedUser(input, pool)
    const { physicalId } = groupOf(pool, requiredText(input, 'GroupName'))
    update(pool, user, { groups: user.groups.filter((name) => name !== physicalId) }, context.now())
    return {}
  },

  ListUsersInGroup(input, context) {
    const pool = poolOf(input, context)
    const { physicalId } = groupOf(pool, requiredText(input, 'GroupName'))
    const members = pool.store.users().filter(({ groups }) => groups.includes(physicalId))
    return { Users: members.map((user) => describeUser(user, 'Attributes')) }
  },
}

/** Cognito's default: its own sender, with few mails a day. */
const COGNITO_SENDER = 'COGNITO_DEFAULT'

export const POOL_ACTIONS: Readonly<Record<string, Action>> = {
  DescribeUserPool(input, context) {
    const { settings, store } = poolOf(input, context)
    const { id, arn, softwareTokenMfa, emailConfiguration, selfSignUp } = settings
    return {
      UserPool: {
        Id: id,
        Arn: arn,
        EstimatedNumberOfUsers: store.users().length,
        MfaConfiguration: softwareTokenMfa ? 'OPTIONAL' : 'OFF',
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: !selfSignUp },
        EmailConfiguration: { EmailSendingAccount: COGNITO_SENDER, ...emailConfiguration },
      },
    }
  },
}

const DAY_MILLISECONDS = 86_400_000
const MAX_PAGE_SIZE = 60

/** Actions of administrators on users. */
export const ADMIN_ACTIONS: Readonly<Record<string, Action>> = {
  async AdminCreateUser(input, context) {
    const pool = poolOf(input, context)
    const { passwordPolicy } = pool.settings
    const password = textOf(input.TemporaryPassword) ?? temporaryPassword()
    const fault = passwordFault(password, { ...passwordPolicy, ...(!input.TemporaryPassword && { needs: [] }) })
    if (fault) throw cognitoError('InvalidPasswordException', fault)
    const now = context.now()
    const state = {
      status: 'FORCE_CHANGE_PASSWORD',
      passwordHash: await hashPassword(password),
      temporaryPasswordUntil: now + passwordPolicy.temporaryPasswordDays * DAY_MILLISECONDS,
    } as const
    const user = invited(pool, input, state, now)
    if (textOf(input.MessageAction) !== 'SUPPRESS') invite(pool, user, password, context)
    return { User: describeUser(user, 'Attributes') }
  },

  async AdminSetUserPassword(input, context) {
    const pool = poolOf(input, context)
    const user = namedUser(input, pool)
    const password = requiredText(input, 'Password')
    const fault = passwordFault(password, pool.settings.passwordPolicy)
    if (fault) throw cognitoError('InvalidPasswordException', fault)
    const isPermanent = isTrue(input.Permanent)
    const now = context.now()
    const days = pool.settings.passwordPolicy.temporaryPasswordDays
    const change = {
      passwordHash: await hashPassword(password),
      status: isPermanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD',
      temporaryPasswordUntil: isPermanent ? undefined : now + days * DAY_MILLISECONDS,
    } as const
    update(pool, user, change, now)
    context.attempts.succeeded(user.sub)
    return {}
  },

  AdminGetUser(input, context) {
    const user = namedUser(input, poolOf(input, context))
    return { ...describeUser(user, 'UserAttributes'), ...describeMfa(user) }
  },

  AdminDeleteUser(input, context) {
    const pool = poolOf(input, context)
    pool.store.deleteUser(namedUser(input, pool).username)
    return {}
  },

  AdminUserGlobalSignOut(input, context) {
    const pool = poolOf(input, context)
    const user = namedUser(input, pool)
    pool.store.revoke(({ username }) => username === user.username)
    return {}
  },

  ListUsers(input, context) {
    const { store } = poolOf(input, context)
    const matches = filterOf(textOf(input.Filter))
    const found = store.users().filter(matches)
    const start = numberOf(input.PaginationToken) ?? 0
    const end = start + Math.min(numberOf(input.Limit) ?? MAX_PAGE_SIZE, MAX_PAGE_SIZE)
    return {
      Users: found.slice(start, end).map((user) => describeUser(user, 'Attributes')),
      ...(end < found.length && { PaginationToken: String(end) }),
    }
  },
}

function invited(
  pool: UserPool,
  input: JsonObject,
  state: Pick<StoredUser, 'status' | 'passwordHash' | 'temporaryPasswordUntil'>,
  now: number,
): StoredUser {
  const username = requiredText(input, 'Username')
  if (textOf(input.MessageAction) !== 'RESEND') {
    return addUser(pool, username, attributesOf(input.UserAttributes, pool.settings), now, state)
  }
  const user = findUser(pool, username)
  if (!user) throw cognitoError('UserNotFoundException', 'User does not exist.')
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw cognitoError('UnsupportedUserStateException', `Resend not possible. ${username} is already confirmed.`)
  }
  return update(pool, user, state, now)
}

function invite({ settings }: UserPool, user: StoredUser, password: string, { outbox }: CognitoContext): void {
  const { email } = user.attributes
  if (email) outbox.send(email, settings.emailIsUsername ? email : user.username, password, settings.invitationMail)
}

function temporaryPassword(): string {
  return `${randomBytes(18).toString('base64url')}aA1!`
}

/** Parses `<attribute> = "<value>"`, or `^=` for a prefix. */
function filterOf(filter: string | undefined): (user: StoredUser) => boolean {
  if (!filter) return () => true
  const [, name = '', operator, quoted = ''] = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? []
  if (!operator) throw invalidParameter('Error while parsing filter expression')
  const wanted = quoted.replaceAll(/\\(.)/g, '$1')
  return (user) => {
    const own: Readonly<Record<string, string | undefined>> = {
      ...user.attributes,
      username: user.username,
      sub: user.sub,
      'cognito:user_status': user.status,
    }
    return operator === '=' ? own[name] === wanted : (own[name]?.startsWith(wanted) ?? false)
  }
}

function groupOf({ settings }: UserPool, name: string): Resource {
  const group = settings.groups.find(({ physicalId }) => physicalId === name)
  if (!group) throw cognitoError('ResourceNotFoundException', 'Group not found.')
  return group
}
