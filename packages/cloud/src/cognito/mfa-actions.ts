import { Secret, TOTP } from 'otpauth'
import { isTrue, objectAt } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { cognitoError, invalidParameter, notAuthorized } from './cognito-errors.ts'
import { type Action, type CognitoContext, holderOf, namedUser, poolOf, type UserPool, update } from './context.ts'
import type { StoredUser } from './pool-store.ts'
import { requiredText } from './user-input.ts'

const SECRET_BYTES = 32

const PERIOD_SECONDS = 30

/** Tolerated difference between the clocks, in steps. */
const DRIFT_STEPS = 1

type SoftwareToken = NonNullable<StoredUser['softwareToken']>

export const SOFTWARE_TOKEN_MFA = 'SOFTWARE_TOKEN_MFA'

/** Actions of a signed-in user who sets up an authenticator app. */
export const MFA_ACTIONS: Readonly<Record<string, Action>> = {
  async AssociateSoftwareToken(input, context) {
    const { pool, user } = await holderOf(input, context)
    if (!pool.settings.softwareTokenMfa) {
      throw cognitoError(
        'SoftwareTokenMFANotFoundException',
        'Software Token MFA has not been enabled for the userPool.',
      )
    }
    const pendingToken = newSecret()
    update(pool, user, { pendingToken }, context.now())
    return { SecretCode: pendingToken }
  },

  async VerifySoftwareToken(input, context) {
    const { pool, user } = await holderOf(input, context)
    const code = requiredText(input, 'UserCode')
    const secret = user.pendingToken
    if (secret === undefined) {
      throw cognitoError('SoftwareTokenMFANotFoundException', 'Software Token MFA does not exist for the user.')
    }
    requireAttemptsLeft(user, context)
    const tried = tryToken({ secret }, code, context.now())
    if (tried.kind !== 'right') {
      context.attempts.failed(attemptsKey(user), context.now())
      throw cognitoError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA')
    }
    update(pool, user, { softwareToken: tried.token, pendingToken: undefined }, context.now())
    return { Status: 'SUCCESS' }
  },

  async SetUserMFAPreference(input, context) {
    const { pool, user } = await holderOf(input, context)
    return prefer(pool, user, input, 'User has not set up software token mfa', context)
  },
}

/** The same preference, set by an administrator. */
export const ADMIN_MFA_ACTIONS: Readonly<Record<string, Action>> = {
  AdminSetUserMFAPreference(input, context) {
    const pool = poolOf(input, context)
    const missing = `User does not have delivery config set to turn on ${SOFTWARE_TOKEN_MFA}`
    return prefer(pool, namedUser(input, pool), input, missing, context)
  },
}

/** Returns whether a user must enter a code after the password. */
export function needsToken({ settings }: UserPool, user: StoredUser): boolean {
  return settings.softwareTokenMfa && user.mfa === true
}

/** Verifies a code at sign-in. @throws ServiceError for a wrong or used code, and after too many wrong ones. */
export function consumeCode(pool: UserPool, user: StoredUser, code: string, context: CognitoContext): StoredUser {
  const { attempts, now } = context
  requireAttemptsLeft(user, context)
  const tried = user.softwareToken ? tryToken(user.softwareToken, code, now()) : ({ kind: 'wrong' } as const)
  if (tried.kind === 'used')
    throw cognitoError('ExpiredCodeException', 'Your software token has already been used once.')
  if (tried.kind === 'wrong') {
    attempts.failed(attemptsKey(user), now())
    throw cognitoError('CodeMismatchException', 'Invalid code received for user')
  }
  attempts.succeeded(attemptsKey(user))
  return update(pool, user, { softwareToken: tried.token }, now())
}

export function describeMfa(user: StoredUser): JsonObject {
  return user.mfa === true ? { UserMFASettingList: [SOFTWARE_TOKEN_MFA], PreferredMfaSetting: SOFTWARE_TOKEN_MFA } : {}
}

function prefer(
  pool: UserPool,
  user: StoredUser,
  input: JsonObject,
  missing: string,
  { now }: CognitoContext,
): JsonObject {
  if (input.SoftwareTokenMfaSettings === undefined) return {}
  const mfa = isTrue(objectAt(input, 'SoftwareTokenMfaSettings').Enabled)
  if (mfa && !user.softwareToken) throw invalidParameter(missing)
  update(pool, user, { mfa }, now())
  return {}
}

/** A separate key: a correct password must not reset the attempts for the code. */
const attemptsKey = ({ sub }: StoredUser) => `mfa ${sub}`

function requireAttemptsLeft(user: StoredUser, { attempts, now }: CognitoContext): void {
  if (attempts.isLocked(attemptsKey(user), now())) throw notAuthorized('Password attempts exceeded')
}

/** Returns a new secret for an authenticator app, in base32. */
function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Checks a code (RFC 6238: SHA-1, 6 digits, 30 s). Each is valid once: `token` is the state to store then. */
function tryToken(
  { secret, lastStep = -1 }: SoftwareToken,
  code: string,
  now: number,
): { readonly kind: 'right'; readonly token: SoftwareToken } | { readonly kind: 'wrong' } | { readonly kind: 'used' } {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
  const delta = totp.validate({ token: code, timestamp: now, window: DRIFT_STEPS })
  if (delta === null) return { kind: 'wrong' }
  const step = Math.floor(now / 1000 / PERIOD_SECONDS) + delta
  return step <= lastStep ? { kind: 'used' } : { kind: 'right', token: { secret, lastStep: step } }
}
