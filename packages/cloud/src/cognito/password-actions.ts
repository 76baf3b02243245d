import {
  cognitoError,
  expiredCode,
  invalidParameter,
  notAuthorized,
  tooManyAttempts,
  userNotFound,
  wrongCode,
} from './cognito-errors.ts'
import {
  type Action,
  type CognitoContext,
  clientOf,
  findUser,
  newCode,
  RESET_MILLISECONDS,
  tryCode,
  type UserPool,
  update,
} from './context.ts'
import { hashPassword, passwordFault } from './password-policy.ts'
import type { StoredUser } from './pool-store.ts'
import { delivery, requiredText } from './user-input.ts'

export const PASSWORD_ACTIONS: Readonly<Record<string, Action>> = {
  ForgotPassword(input, context) {
    const { pool, client } = clientOf(input, context)
    const name = requiredText(input, 'Username')
    const user = findUser(pool, name)
    if (!user && !client.hidesUsers) throw userNotFound()
    if (!user) return { CodeDeliveryDetails: delivery(name) }
    if (user.status === 'FORCE_CHANGE_PASSWORD') {
      throw notAuthorized('User password cannot be reset in the current state.')
    }
    const email = sendReset(pool, user, context)
    if (email === undefined) {
      throw invalidParameter(
        'Cannot reset password for the user as there is no registered/verified email or phone_number',
      )
    }
    return { CodeDeliveryDetails: delivery(email) }
  },

  async ConfirmForgotPassword(input, context) {
    const { pool, client } = clientOf(input, context)
    const user = findUser(pool, requiredText(input, 'Username'))
    const given = requiredText(input, 'ConfirmationCode')
    const password = requiredText(input, 'Password')
    if (!user) throw client.hidesUsers ? wrongCode() : userNotFound()
    const fault = passwordFault(password, pool.settings.passwordPolicy)
    if (fault) throw cognitoError('InvalidPasswordException', fault)
    const now = context.now()
    const tried = tryCode(user.resetCode, given, now)
    if (tried.kind === 'wrong') {
      update(pool, user, { resetCode: tried.left }, now)
      throw wrongCode()
    }
    if (tried.kind === 'exhausted') throw tooManyAttempts()
    if (tried.kind === 'expired') throw expiredCode()
    // The code is deleted before the next await, so that it works once.
    update(pool, user, { resetCode: undefined }, now)
    update(pool, user, { status: 'CONFIRMED', passwordHash: await hashPassword(password) }, now)
    context.attempts.succeeded(user.sub)
    return {}
  },
}

/** Sends a code to a user with a verified address. @returns the address, or `undefined` if the user has none. */
function sendReset(pool: UserPool, user: StoredUser, { outbox, now }: CognitoContext): string | undefined {
  const { email, email_verified } = user.attributes
  if (!email || email_verified !== 'true') return undefined
  const resetCode = newCode(now(), RESET_MILLISECONDS)
  update(pool, user, { resetCode }, now())
  outbox.send(email, user.username, resetCode.value, pool.settings.verificationMail)
  return email
}
