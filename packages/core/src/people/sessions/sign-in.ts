import {
  type AuthenticationResultType,
  InitiateAuthCommand,
  type InitiateAuthCommandOutput,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import type { AuditAction } from '@replywright/contract/audit.ts'
import type { SessionToken, SignInResponse } from '@replywright/contract/dashboard/session.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { recordEvents } from '../../platform/audit/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { InternalError, invalidField, ServiceError } from '../../platform/errors.ts'
import type { Origin } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { userAtSignIn } from '../users/accounts.ts'
import { type Identity, identityOf, isSignedOut, sessionOver } from '../users/identity.ts'
import type { UserItem } from '../users/user-entity.ts'
import { endSessions, findBySubject, findUser } from '../users/users.ts'
import { rejectSession } from './ended-sessions.ts'
import { noteMfa } from './operator-access.ts'
import { noteSession, noteSessionEnd } from './sessions.ts'
import { signInChanges } from './sign-in-changes.ts'
import { callerErrorOf, faultOf, userPool, wrongAppCode, wrongCredentials } from './user-pool.ts'

/** The response to the caller, and the refresh token for the cookie. A challenge has no refresh token. */
export interface SignedIn {
  readonly response: SignInResponse
  readonly refreshToken?: string
}

interface MfaCode {
  readonly email: string
  readonly session: string
  readonly code: string
}

interface Secrets {
  readonly email: string
  readonly password: string
  readonly code: string
}

/** The tokens that a refresh token was exchanged for. */
interface RenewedTokens {
  readonly token: SessionToken
  readonly accessToken: string
  readonly identity: Identity
  readonly user: UserItem
}

/**
 * Signs in, and creates the user at the first sign-in. Returns a challenge if another step is required first.
 * @throws ServiceError 401 for incorrect credentials, and for an address without an account
 */
export async function signIn(
  { email, password }: { readonly email: string; readonly password: string },
  origin: Origin,
  now: EpochMs,
): Promise<SignedIn> {
  try {
    return await signedIn(await sendPassword({ email, password }), origin, now)
  } catch (error) {
    if (faultOf(error) === 'PasswordResetRequiredException') return { response: { challenge: 'reset_password' } }
    throw errorAtSignIn(error)
  }
}

/** Replaces the temporary password and signs in. @throws ServiceError 401 if the challenge has expired */
export async function chooseNewPassword(
  { email, session, password }: { readonly email: string; readonly session: string; readonly password: string },
  origin: Origin,
  now: EpochMs,
): Promise<SignedIn> {
  try {
    const output = await userPool.send(
      new RespondToAuthChallengeCommand({
        ClientId: settings.USER_POOL_CLIENT_ID,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        ChallengeResponses: { USERNAME: email, NEW_PASSWORD: password },
        Session: session,
      }),
    )
    return await signedIn(output, origin, now, ['set_password', 'sign_in'])
  } catch (error) {
    throw errorAtSignIn(error, 'The sign-in has expired. Sign in again with your temporary password.')
  }
}

/** Signs in with an authenticator code. @throws ServiceError 400 if incorrect, 401 if the challenge has expired */
export async function answerMfa({ email, session, code }: MfaCode, origin: Origin, now: EpochMs): Promise<SignedIn> {
  try {
    const result = await sendCode({ email, session, code })
    await noteMfa(identityOf(result.IdToken ?? '').sessionId, now)
    return { response: await sessionToken(result, origin, now), refreshToken: result.RefreshToken ?? '' }
  } catch (error) {
    const wrongCode = wrongAppCode(error)
    if (wrongCode) await recordRefusal(email, wrongCode, origin)
    throw wrongCode ?? errorAtSignIn(error, 'The sign-in has expired. Sign in again.')
  }
}

/** Returns tokens for the password, and the code if required. @throws ServiceError 400 if either is incorrect */
export async function authenticateAgain({ email, password, code }: Secrets): Promise<AuthenticationResultType> {
  try {
    const { Session: session = '', AuthenticationResult } = await sendPassword({ email, password })
    return AuthenticationResult ?? (await sendCode({ email, session, code }))
  } catch (error) {
    const wrongPassword = faultOf(error) === 'NotAuthorizedException' ? invalidField('password', 'is incorrect') : error
    const callerError = callerErrorOf(error)
    throw wrongAppCode(error) ?? (callerError === error ? wrongPassword : callerError)
  }
}

/** Returns the next token. `''` means no session. */
export async function refreshSession(refreshToken: string, origin: Origin, now: EpochMs): Promise<SessionToken> {
  const { token, identity, user } = await renewTokens(refreshToken)
  await noteSession(user, identity, origin, now)
  return token
}

/** Returns new tokens and the user. @throws ServiceError 401 if the session has ended or has no created user */
export async function renewTokens(refreshToken: string): Promise<RenewedTokens> {
  if (refreshToken === '') throw new ServiceError('authentication_failed', 'You are not signed in. Sign in.')
  try {
    const { AuthenticationResult = {} } = await userPool.send(
      new InitiateAuthCommand({
        ClientId: settings.USER_POOL_CLIENT_ID,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: refreshToken },
      }),
    )
    const { IdToken = '', AccessToken = '' } = AuthenticationResult
    const identity = identityOf(IdToken)
    const user = await findBySubject(identity.subject)
    if (!user) throw sessionOver()
    return { token: tokenOf(AuthenticationResult, user), accessToken: AccessToken, identity, user }
  } catch (error) {
    throw errorAtSignIn(error, 'Your session has ended. Sign in again.')
  }
}

function sendPassword({ email, password }: Pick<Secrets, 'email' | 'password'>): Promise<InitiateAuthCommandOutput> {
  return userPool.send(
    new InitiateAuthCommand({
      ClientId: settings.USER_POOL_CLIENT_ID,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  )
}

async function sendCode({ email, session, code }: MfaCode): Promise<AuthenticationResultType> {
  const { AuthenticationResult = {} } = await userPool.send(
    new RespondToAuthChallengeCommand({
      ClientId: settings.USER_POOL_CLIENT_ID,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code },
      Session: session,
    }),
  )
  return AuthenticationResult
}

async function signedIn(
  output: InitiateAuthCommandOutput,
  origin: Origin,
  now: EpochMs,
  actions?: readonly AuditAction[],
): Promise<SignedIn> {
  const { ChallengeName, Session = '', AuthenticationResult = {} } = output
  if (ChallengeName === 'NEW_PASSWORD_REQUIRED') return { response: { challenge: 'new_password', session: Session } }
  if (ChallengeName === 'SOFTWARE_TOKEN_MFA') return { response: { challenge: 'mfa', session: Session } }
  if (ChallengeName) throw new InternalError(`Cognito returned the challenge ${ChallengeName}, which is not supported`)
  const response = await sessionToken(AuthenticationResult, origin, now, actions)
  return { response, refreshToken: AuthenticationResult.RefreshToken ?? '' }
}

/** Creates the user if necessary, records the sign-in, and returns the token. */
async function sessionToken(
  result: AuthenticationResultType,
  origin: Origin,
  now: EpochMs,
  actions: readonly AuditAction[] = ['sign_in'],
): Promise<SessionToken> {
  const identity = identityOf(result.IdToken ?? '')
  const user = await userAtSignIn(identity, now)
  const token = tokenOf(result, user)
  const events = actions.flatMap((action) => signInChanges(user, action, origin))
  await Promise.all([noteSession(user, identity, origin, now), recordEvents(events)])
  return token
}

/** Records a sign-in with the correct password and an incorrect code. */
async function recordRefusal(email: string, { code }: ServiceError, origin: Origin): Promise<void> {
  const user = await findUser({ email })
  if (user) await recordEvents(signInChanges(user, 'sign_in', origin), { outcome: 'refused', code })
}

function tokenOf({ IdToken = '', ExpiresIn = 0 }: AuthenticationResultType, user: UserItem): SessionToken {
  if (isSignedOut(identityOf(IdToken), user)) throw sessionOver()
  return { idToken: IdToken, expiresIn: ExpiresIn }
}

function errorAtSignIn(error: unknown, notAuthorized?: string): unknown {
  const callerError = callerErrorOf(error)
  if (callerError !== error) return callerError
  const fault = faultOf(error)
  if (fault === 'NotAuthorizedException' && notAuthorized !== undefined)
    return new ServiceError('authentication_failed', notAuthorized, undefined, { cause: error })
  const wrong = [
    'NotAuthorizedException',
    'UserNotFoundException',
    'CodeMismatchException',
    'UserNotConfirmedException',
    'InvalidParameterException',
  ]
  return wrong.includes(fault) ? wrongCredentials(error) : error
}

/** Cognito's errors for a token that is invalid or revoked. */
const OVER = [
  'InvalidParameterException',
  'NotAuthorizedException',
  'UnauthorizedException',
  'UnsupportedTokenTypeException',
]

/** Not shorter than the validity of an ID token in the user pool. A refresh may have created one just before. */
const TOKEN_MILLISECONDS = 65 * 60_000

/**
 * Ends a session: revokes its refresh token, rejects its tokens within 15 seconds, and removes it from the list. Has no
 * effect for `''` or an ended session.
 */
export async function signOut(refreshToken: string, origin: Origin, clock: Clock): Promise<void> {
  if (refreshToken === '') return
  const session = await renewTokens(refreshToken).catch(() => undefined)
  await revoke(refreshToken)
  if (!session) return
  const { user, identity } = session
  const { sessionId: id } = identity
  const now = clock()
  const until = Math.ceil((now + TOKEN_MILLISECONDS) / 1000)
  // Nobody signs out so often that the sessions do not fit.
  if (!(await rejectSession(user.id, { id, until }, now))) await endSessions(user.email, clock)
  await Promise.all([noteSessionEnd(user.id, id, now), recordEvents(signInChanges(user, 'sign_out', origin))])
}

/** Revokes a refresh token. Has no effect for an ended session. */
export async function revoke(refreshToken: string): Promise<void> {
  try {
    await userPool.send(new RevokeTokenCommand({ ClientId: settings.USER_POOL_CLIENT_ID, Token: refreshToken }))
  } catch (error) {
    if (!OVER.includes(faultOf(error))) throw error
  }
}
