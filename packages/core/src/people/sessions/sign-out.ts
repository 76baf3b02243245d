import { RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider'
import { settings } from '../../platform/settings.ts'
import { faultOf } from './pool-errors.ts'
import { userPool } from './user-pool.ts'

/** Cognito's errors for a token that is invalid or revoked. */
const OVER = [
  'InvalidParameterException',
  'NotAuthorizedException',
  'UnauthorizedException',
  'UnsupportedTokenTypeException',
]

/** Ends a session: revokes its refresh token. Has no effect for `''` or an ended session. */
export async function signOut(refreshToken: string): Promise<void> {
  if (refreshToken === '') return
  try {
    await userPool.send(new RevokeTokenCommand({ ClientId: settings.USER_POOL_CLIENT_ID, Token: refreshToken }))
  } catch (error) {
    if (!OVER.includes(faultOf(error))) throw error
  }
}
