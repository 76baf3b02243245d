import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { JsonObject } from '../resource.ts'
import { notAuthorized } from './cognito-errors.ts'
import type { CognitoContext, UserPool } from './context.ts'
import type { StoredSession, StoredUser } from './pool-store.ts'
import { issueTokens } from './tokens.ts'
import type { UserPoolClient } from './user-pools.ts'

export async function startSession(
  pool: UserPool,
  client: UserPoolClient,
  user: StoredUser,
  { now }: CognitoContext,
): Promise<JsonObject> {
  const at = now()
  const issuedAt = Math.floor(at / 1000)
  const RefreshToken = randomBytes(96).toString('base64url')
  const session: StoredSession = {
    id: randomUUID(),
    tokenHash: hashToken(RefreshToken),
    username: user.username,
    clientId: client.id,
    authTime: issuedAt,
    expiresAt: at + client.refreshTokenSeconds * 1000,
    revoked: false,
  }
  pool.store.putSession(session, at)
  const tokens = await issueTokens(pool.key, { pool: pool.settings, client, user, session, issuedAt })
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken, TokenType: 'Bearer' } }
}

/** Issues new tokens of a sign-in. */
export async function refresh(
  pool: UserPool,
  client: UserPoolClient,
  token: string,
  { now }: CognitoContext,
): Promise<JsonObject> {
  const session = pool.store.sessionOf(hashToken(token))
  const user = session && pool.store.user(session.username)
  if (!user || session.clientId !== client.id) throw notAuthorized('Invalid Refresh Token')
  if (session.revoked) throw notAuthorized('Refresh Token has been revoked')
  if (session.expiresAt <= now()) throw notAuthorized('Refresh Token has expired')
  const issuedAt = Math.floor(now() / 1000)
  const tokens = await issueTokens(pool.key, { pool: pool.settings, client, user, session, issuedAt })
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, TokenType: 'Bearer' } }
}

/** Returns the stored form of a refresh token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
