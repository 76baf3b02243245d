import { RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider'
import { settings } from '../../platform/settings.ts'
import { faultOf } from './pool-errors.ts'
import { userPool } from './user-pool.ts'

/** What Cognito says of a token that is none of its client's, or none any more. */
const OVER = [
  'InvalidParameterException',
  'NotAuthorizedException',
  'UnauthorizedException',
  'UnsupportedTokenTypeException',
]

/** Ends a session, `''` is none: no further token is given for it. One that is over already stays over. */
export async function signOut(refreshToken: string): Promise<void> {
  if (refreshToken === '') return
  try {
    await userPool.send(new RevokeTokenCommand({ ClientId: settings.USER_POOL_CLIENT_ID, Token: refreshToken }))
  } catch (error) {
    if (!OVER.includes(faultOf(error))) throw error
  }
}
