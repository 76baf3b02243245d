import {
  type AuthenticationResultType,
  InitiateAuthCommand,
  type InitiateAuthCommandOutput,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import type { SessionToken, SignInAnswer } from '@messaging/contract/dashboard/session.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { findBySubject } from '../users/find-by-subject.ts'
import { userAtSignIn } from '../users/first-sign-in.ts'
import { type Identity, identityOf, isSignedOut, sessionOver } from '../users/identity.ts'
import type { UserItem } from '../users/user-entity.ts'
import { noteMfa } from './mfa-session-entity.ts'
import { faultOf, refusalOf, wrongAppCode, wrongCredentials } from './pool-errors.ts'
import { userPool } from './user-pool.ts'

/** What the caller is told, and what its browser keeps for the next token; nothing to keep while there is a challenge. */
export interface SignedIn {
  readonly answer: SignInAnswer
  readonly refreshToken?: string
}

interface MfaAnswer {
  readonly email: string
  /** What the challenge was returned with. */
  readonly session: string
  readonly code: string
}

interface Secrets {
  readonly email: string
  readonly password: string
  readonly code: string
}

/** What a refresh token was exchanged for. */
export interface RenewedTokens {
  readonly token: SessionToken
  readonly accessToken: string
  readonly identity: Identity
}

/**
 * Signs in, and sets the user up when it is for the first time. 401 for wrong credentials, which is also what an address without
 * an account gets; what else has to be done first is an answer.
 */
export async function signIn(
  { email, password }: { readonly email: string; readonly password: string },
  now: number,
): Promise<SignedIn> {
  try {
    return await signedIn(await sendPassword({ email, password }), now)
  } catch (error) {
    if (faultOf(error) === 'PasswordResetRequiredException') return { answer: { challenge: 'reset_password' } }
    throw refusalAtSignIn(error)
  }
}

/** Signs in with the password that replaces an operator's. 401 when the challenge is too old. */
export async function chooseNewPassword(
  { email, session, password }: { readonly email: string; readonly session: string; readonly password: string },
  now: number,
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
    return await signedIn(output, now)
  } catch (error) {
    throw refusalAtSignIn(error, 'That took too long. Sign in again with the password that you were given.')
  }
}

/** Signs in with the code of an authenticator app. Throws 400 for a wrong code, 401 when the challenge is too old. */
export async function answerMfa({ email, session, code }: MfaAnswer, now: number): Promise<SignedIn> {
  try {
    const result = await sendCode({ email, session, code })
    await noteMfa(identityOf(result.IdToken ?? '').sessionId, now)
    return { answer: await sessionToken(result, now), refreshToken: result.RefreshToken ?? '' }
  } catch (error) {
    throw wrongAppCode(error) ?? refusalAtSignIn(error, 'That took too long. Sign in again.')
  }
}

/** Tokens for the password, and the code if the account needs one. Throws 400 if either is wrong. */
export async function authenticateAgain({ email, password, code }: Secrets): Promise<AuthenticationResultType> {
  try {
    const { Session: session = '', AuthenticationResult } = await sendPassword({ email, password })
    return AuthenticationResult ?? (await sendCode({ email, session, code }))
  } catch (error) {
    const wrongPassword = faultOf(error) === 'NotAuthorizedException' ? invalidField('password', 'is incorrect') : error
    const refusal = refusalOf(error)
    throw wrongAppCode(error) ?? (refusal === error ? wrongPassword : refusal)
  }
}

/** The next token for a session; `''` is none. 401 when it is over: it was ended, or is too old. */
export async function refreshSession(refreshToken: string): Promise<SessionToken> {
  return (await renewTokens(refreshToken)).token
}

/** New tokens of a session, and whose it is. Throws 401 when it is over, or when its user is unknown: signing in sets them up. */
export async function renewTokens(refreshToken: string): Promise<RenewedTokens> {
  if (refreshToken === '') throw new ServiceError('authentication_failed', 'There is no session. Sign in.')
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
    const token = tokenOf(AuthenticationResult, await findBySubject(identity.subject))
    return { token, accessToken: AccessToken, identity }
  } catch (error) {
    throw refusalAtSignIn(error, 'Your session is over. Sign in again.')
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

async function sendCode({ email, session, code }: MfaAnswer): Promise<AuthenticationResultType> {
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

async function signedIn(output: InitiateAuthCommandOutput, now: number): Promise<SignedIn> {
  const { ChallengeName, Session = '', AuthenticationResult = {} } = output
  if (ChallengeName === 'NEW_PASSWORD_REQUIRED') return { answer: { challenge: 'new_password', session: Session } }
  if (ChallengeName === 'SOFTWARE_TOKEN_MFA') return { answer: { challenge: 'mfa', session: Session } }
  if (ChallengeName) throw new Error(`Cognito asks for ${ChallengeName}, which this service does not offer`)
  const answer = await sessionToken(AuthenticationResult, now)
  return { answer, refreshToken: AuthenticationResult.RefreshToken ?? '' }
}

/** The token, once the user that it is about is set up. */
async function sessionToken(result: AuthenticationResultType, now: number): Promise<SessionToken> {
  return tokenOf(result, await userAtSignIn(identityOf(result.IdToken ?? ''), now))
}

function tokenOf({ IdToken = '', ExpiresIn = 0 }: AuthenticationResultType, user: UserItem | null): SessionToken {
  if (!user || isSignedOut(identityOf(IdToken), user.signedOutAt)) throw sessionOver()
  return { idToken: IdToken, expiresIn: ExpiresIn }
}

function refusalAtSignIn(error: unknown, notAuthorized?: string): unknown {
  const refusal = refusalOf(error)
  if (refusal !== error) return refusal
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
