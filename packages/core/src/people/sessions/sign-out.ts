import { RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider'
import { recordEvents } from '../../platform/audit/record-change.ts'
import type { Origin } from '../../platform/caller.ts'
import { settings } from '../../platform/settings.ts'
import { noteSessionEnd } from './note-session.ts'
import { faultOf } from './pool-errors.ts'
import { renewTokens } from './sign-in.ts'
import { signInChanges } from './sign-in-changes.ts'
import { userPool } from './user-pool.ts'

/** Cognito's errors for a token that is invalid or revoked. */
const OVER = [
  'InvalidParameterException',
  'NotAuthorizedException',
  'UnauthorizedException',
  'UnsupportedTokenTypeException',
]

/**
 * Ends a session: revokes its refresh token, and removes it from the list. Has no effect for `''` or an ended session.
 */
export async function signOut(refreshToken: string, origin: Origin, now: number): Promise<void> {
  if (refreshToken === '') return
  const session = await renewTokens(refreshToken).catch(() => undefined)
  await revoke(refreshToken)
  if (!session) return
  const { user, identity } = session
  await Promise.all([
    noteSessionEnd(user.id, identity.sessionId, now),
    recordEvents(signInChanges(user, 'sign_out', origin)),
  ])
}

/** Revokes a refresh token. Has no effect for an ended session. */
export async function revoke(refreshToken: string): Promise<void> {
  try {
    await userPool.send(new RevokeTokenCommand({ ClientId: settings.USER_POOL_CLIENT_ID, Token: refreshToken }))
  } catch (error) {
    if (!OVER.includes(faultOf(error))) throw error
  }
}
