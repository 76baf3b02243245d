import {
  type AuthenticationResultType,
  InitiateAuthCommand,
  type InitiateAuthCommandOutput,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import type { SessionToken, SignInAnswer } from '@messaging/contract/dashboard/session.ts'
import { ServiceError } from '../errors.ts'
import { settings } from '../settings.ts'
import { userAtSignIn } from '../users/first-sign-in.ts'
import { isSignedOut } from '../users/identity.ts'
import { identityOf } from './id-token.ts'
import { faultOf, refusalOf, sessionOver, wrongCredentials } from './pool-errors.ts'
import { userPool } from './user-pool.ts'

/** What the caller is told, and what its browser keeps for the next token; nothing to keep while there is a challenge. */
export interface SignedIn {
  readonly answer: SignInAnswer
  readonly refreshToken?: string
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
    const output = await userPool.send(
      new InitiateAuthCommand({
        ClientId: settings.USER_POOL_CLIENT_ID,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    )
    return await signedIn(output, now)
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

/** The next token for a session; `''` is none. 401 when it is over: it was ended, or is too old. */
export async function refreshSession(refreshToken: string, now: number): Promise<SessionToken> {
  if (refreshToken === '') throw new ServiceError('authentication_failed', 'There is no session. Sign in.')
  try {
    const { AuthenticationResult } = await userPool.send(
      new InitiateAuthCommand({
        ClientId: settings.USER_POOL_CLIENT_ID,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: refreshToken },
      }),
    )
    return await sessionToken(AuthenticationResult, now)
  } catch (error) {
    throw refusalAtSignIn(error, 'Your session is over. Sign in again.')
  }
}

async function signedIn(output: InitiateAuthCommandOutput, now: number): Promise<SignedIn> {
  const { ChallengeName, Session = '', AuthenticationResult } = output
  if (ChallengeName === 'NEW_PASSWORD_REQUIRED') return { answer: { challenge: 'new_password', session: Session } }
  if (ChallengeName) throw new Error(`Cognito asks for ${ChallengeName}, which this service does not offer`)
  const answer = await sessionToken(AuthenticationResult, now)
  return { answer, refreshToken: AuthenticationResult?.RefreshToken ?? '' }
}

/** The token, once the user that it is about is set up. */
async function sessionToken(result: AuthenticationResultType | undefined, now: number): Promise<SessionToken> {
  const { IdToken = '', ExpiresIn = 0 } = result ?? {}
  const identity = identityOf(IdToken)
  const { signedOutAt } = await userAtSignIn(identity, now)
  if (isSignedOut(identity, signedOutAt)) throw sessionOver()
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
