import { ServiceError } from '../../platform/errors.ts'

/** Who signed in, as the user pool's token says. */
export interface Identity {
  /** The token's `sub`. */
  readonly subject: string
  readonly email: string
  /** Whether the pool made sure that the address is theirs. */
  readonly emailVerified: boolean
  /** The token's `origin_jti`, which all tokens of one sign-in share; `''` if it has none. */
  readonly sessionId: string
  /** When they signed in, in seconds since the epoch; 0 if the token does not tell. */
  readonly authTime: number
  /** Groups of the user pool that they are in. */
  readonly groups: readonly string[]
}

/**
 * Reads the claims of an identity token. API Gateway hands them on as text, with several groups separated by commas; in the token
 * itself they are a list. Null when there is no subject.
 */
export function readIdentity(claims: Readonly<Record<string, unknown>>): Identity | null {
  const { sub, email, email_verified: verified, auth_time: authTime, 'cognito:groups': groups } = claims
  if (typeof sub !== 'string' || sub === '') return null
  return {
    subject: sub,
    email: typeof email === 'string' ? email.toLowerCase() : '',
    emailVerified: verified === true || verified === 'true',
    sessionId: typeof claims.origin_jti === 'string' ? claims.origin_jti : '',
    authTime: Number(authTime) || 0,
    groups: readGroups(groups),
  }
}

/** 401 for a session that was ended, or is too old. */
export function sessionOver(): ServiceError {
  return new ServiceError('authentication_failed', 'Your session is over. Sign in again.')
}

/** Whether the sign-in is older than the moment at which all sessions were ended. Sign-ins are known to the second only. */
export function isSignedOut({ authTime }: Pick<Identity, 'authTime'>, signedOutAt = 0): boolean {
  return authTime < Math.floor(signedOutAt / 1000)
}

function readGroups(groups: unknown): string[] {
  const listed = Array.isArray(groups) ? groups : String(groups ?? '').split(',')
  return listed.map((group) => String(group).trim()).filter((group) => group !== '')
}

/** Who an identity token is about. Only for one that Cognito has just answered: nothing is verified. */
export function identityOf(idToken: string): Identity {
  const [, payload = ''] = idToken.split('.')
  const identity = readIdentity(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (!identity) throw new Error('Cognito answered a token without a subject')
  return identity
}
