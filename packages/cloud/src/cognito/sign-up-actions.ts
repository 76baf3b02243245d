import { randomUUID } from 'node:crypto'
import { textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { cognitoError, expiredCode, notAuthorized, tooManyAttempts, userNotFound, wrongCode } from './cognito-errors.ts'
import {
  type Action,
  CONFIRMATION_MILLISECONDS,
  type CognitoContext,
  clientOf,
  findUser,
  folded,
  newCode,
  tryCode,
  type UserPool,
  update,
} from './context.ts'
import { hashPassword, passwordFault } from './password-policy.ts'
import type { StoredUser } from './pool-store.ts'
import { attributesOf, delivery, namesOf, requiredText, requireWritable } from './user-input.ts'

/** Actions with which users register themselves. */
export const SIGN_UP_ACTIONS: Readonly<Record<string, Action>> = {
  async SignUp(input, context) {
    const { pool, client } = clientOf(input, context)
    if (!pool.settings.selfSignUp) throw notAuthorized('SignUp is not permitted for this user pool')
    const password = requiredText(input, 'Password')
    const fault = passwordFault(password, pool.settings.passwordPolicy)
    if (fault) throw cognitoError('InvalidPasswordException', fault)
    const given = attributesOf(input.UserAttributes, pool.settings)
    requireWritable(given, client)
    const passwordHash = await hashPassword(password)
    const user = addUser(pool, requiredText(input, 'Username'), given, context.now(), {
      status: 'UNCONFIRMED',
      passwordHash,
    })
    const sent = sendConfirmation(pool, user, context)
    return { UserConfirmed: false, UserSub: user.sub, ...sent }
  },

  ConfirmSignUp(input, context) {
    const { pool, client } = clientOf(input, context)
    const user = findUser(pool, requiredText(input, 'Username'))
    if (!user) throw client.hidesUsers ? expiredCode() : userNotFound()
    if (user.status !== 'UNCONFIRMED') {
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`)
    }
    const now = context.now()
    const tried = tryCode(user.confirmationCode, requiredText(input, 'ConfirmationCode'), now)
    if (tried.kind === 'wrong') {
      update(pool, user, { confirmationCode: tried.left }, now)
      throw wrongCode()
    }
    if (tried.kind === 'exhausted') throw tooManyAttempts()
    if (tried.kind === 'expired') throw expiredCode()
    const attributes = { ...user.attributes, email_verified: 'true' }
    update(pool, user, { status: 'CONFIRMED', attributes, confirmationCode: undefined }, now)
    return {}
  },
}

/** @throws ServiceError `UsernameExistsException`, or `InvalidParameterException` for invalid attributes. */
export function addUser(
  pool: UserPool,
  username: string,
  given: Readonly<Record<string, string>>,
  now: number,
  state: Pick<StoredUser, 'status' | 'passwordHash' | 'temporaryPasswordUntil'>,
): StoredUser {
  const { settings } = pool
  const attributes = namesOf(username, given, settings)
  const taken = findUser(pool, username) ?? (settings.emailIsUsername && findUser(pool, attributes.email ?? ''))
  if (taken) {
    const message = settings.emailIsUsername ? 'An account with the given email already exists.' : 'User already exists'
    throw cognitoError('UsernameExistsException', message)
  }
  const sub = randomUUID()
  const user: StoredUser = {
    username: settings.emailIsUsername ? sub : folded(username, settings),
    sub,
    attributes: { ...attributes, ...(attributes.email && { email_verified: attributes.email_verified ?? 'false' }) },
    groups: [],
    createdAt: now,
    modifiedAt: now,
    ...state,
  }
  pool.store.putUser(user)
  return user
}

/** Sends a new code if the pool verifies addresses and the user has one. */
function sendConfirmation(pool: UserPool, user: StoredUser, { outbox, now }: CognitoContext): JsonObject {
  const email = textOf(user.attributes.email)
  if (!pool.settings.verifiesEmail || !email) return {}
  const code = newCode(now(), CONFIRMATION_MILLISECONDS)
  update(pool, user, { confirmationCode: code }, now())
  outbox.send(email, user.username, code.value, pool.settings.verificationMail)
  return { CodeDeliveryDetails: delivery(email) }
}
