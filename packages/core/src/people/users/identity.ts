import type { EpochMs } from '@replywright/contract/time.ts'
import { InternalError, ServiceError } from '../../platform/errors.ts'

/** The signed-in user, from the token of the user pool. */
export interface Identity {
  /** The token's `sub`. */
  readonly subject: string
  readonly email: string
  /** Whether the pool has verified the address. */
  readonly emailVerified: boolean
  /** The token's `origin_jti`, which all tokens of one sign-in share, or `''`. */
  readonly sessionId: string
  /** The time of the sign-in, in seconds since the epoch; 0 if the token does not contain it. */
  readonly authTime: number
  /** The user's groups in the user pool. */
  readonly groups: readonly string[]
}

/** Reads claims: API Gateway passes groups as text with commas, a token as a list. Null without a subject. */
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

/** A session whose tokens are rejected. `until`: Unix seconds at which its last token has expired. */
export interface EndedSession {
  readonly id: string
  readonly until: number
}

/** The ends of sessions that a user's item records. */
export interface SignOuts {
  readonly signedOutAt?: EpochMs | undefined
  readonly endedSessions?: readonly EndedSession[] | undefined
}

/** Returns a 401 for a session that has ended or expired. */
export function sessionOver(): ServiceError {
  return new ServiceError('authentication_failed', 'Your session has ended. Sign in again.')
}

/**
 * Returns whether the session was ended, or is not younger than the end of all sessions. The time of a sign-in is in
 * whole seconds, so a sign-in in the second of that end may be older.
 */
export function isSignedOut(
  { authTime, sessionId }: Pick<Identity, 'authTime' | 'sessionId'>,
  { signedOutAt, endedSessions = [] }: SignOuts,
): boolean {
  const isOlder = signedOutAt !== undefined && authTime <= Math.floor(signedOutAt / 1000)
  return isOlder || endedSessions.some(({ id }) => id === sessionId)
}

function readGroups(groups: unknown): string[] {
  const listed = Array.isArray(groups) ? groups : String(groups ?? '').split(',')
  return listed.map((group) => String(group).trim()).filter((group) => group !== '')
}

/** Returns the identity of a token. Does not verify it, so use it only for tokens in responses of Cognito. */
export function identityOf(idToken: string): Identity {
  const [, payload = ''] = idToken.split('.')
  const identity = readIdentity(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (!identity) throw new InternalError('Cognito returned a token without a subject')
  return identity
}
