import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { VerifyToken } from '../api-gateway/authorizer.ts'
import type { JsonObject } from '../resource.ts'
import { notAuthorized } from './cognito-errors.ts'
import type { CognitoContext, UserPool } from './context.ts'
import type { StoredSession, StoredUser } from './pool-store.ts'
import { issueTokens, verifyToken } from './tokens.ts'
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

/** Verifies tokens as Cognito authorizers of REST APIs do: by signature, issuer, time and use, not by revocation. */
export function claimsVerifier(pools: readonly UserPool[], now: () => number): VerifyToken {
  return async ({ token, userPoolArns, scopes }) => {
    for (const { settings, key } of pools) {
      if (!userPoolArns.includes(settings.arn)) continue
      const claims = await verifyToken(key, settings.issuer, token, now())
      if (claims === 'expired') return 'expired'
      if (!claims) continue
      const owned = typeof claims.scope === 'string' ? claims.scope.split(' ') : []
      const isGood =
        scopes.length > 0
          ? claims.token_use === 'access' && scopes.some((scope) => owned.includes(scope))
          : claims.token_use === 'id'
      return isGood ? claims : undefined
    }
    return undefined
  }
}
