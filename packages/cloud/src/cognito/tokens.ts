import { randomUUID } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Json } from '../resource.ts'
import type { StoredSession, StoredUser } from './pool-store.ts'
import type { SigningKey } from './signing-key.ts'
import type { UserPoolClient, UserPoolSettings } from './user-pools.ts'

interface TokenSubject {
  readonly pool: UserPoolSettings
  readonly client: UserPoolClient
  readonly user: StoredUser
  readonly session: StoredSession
  /** Seconds since the epoch. */
  readonly issuedAt: number
}

export async function issueTokens(
  key: SigningKey,
  subject: TokenSubject,
): Promise<{ readonly IdToken: string; readonly AccessToken: string; readonly ExpiresIn: number }> {
  const { client } = subject
  const [IdToken, AccessToken] = await Promise.all([
    sign(key, idClaims(subject), client.idTokenSeconds),
    sign(key, accessClaims(subject), client.accessTokenSeconds),
  ])
  return { IdToken, AccessToken, ExpiresIn: client.accessTokenSeconds }
}

/** Returns the claims of a token that this key signed for this issuer, `expired`, or `undefined` for an invalid one. */
export async function verifyToken(
  key: SigningKey,
  issuer: string,
  token: string,
  now: number,
): Promise<JWTPayload | 'expired' | undefined> {
  try {
    const options = { issuer, algorithms: ['RS256'], requiredClaims: ['exp'], currentDate: new Date(now) }
    return (await jwtVerify(token, key.publicKey, options)).payload
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'expired' : undefined
  }
}

type Claims = { readonly [claim: string]: Json }

function idClaims(subject: TokenSubject): Claims {
  const { user, client } = subject
  const attributes = Object.entries(user.attributes).map(([name, value]) => [
    name,
    name.endsWith('_verified') ? value === 'true' : value,
  ])
  return {
    ...Object.fromEntries(attributes),
    ...commonClaims(subject),
    aud: client.id,
    'cognito:username': user.username,
    event_id: randomUUID(),
    token_use: 'id',
  }
}

function accessClaims(subject: TokenSubject): Claims {
  const { user, client } = subject
  return {
    ...commonClaims(subject),
    client_id: client.id,
    event_id: randomUUID(),
    scope: 'aws.cognito.signin.user.admin',
    token_use: 'access',
    username: user.username,
  }
}

function commonClaims({ pool, user, client, session, issuedAt }: TokenSubject): Claims {
  return {
    sub: user.sub,
    iss: pool.issuer,
    ...(user.groups.length > 0 && { 'cognito:groups': user.groups }),
    ...(client.revokesTokens && { origin_jti: session.id }),
    auth_time: session.authTime,
    iat: issuedAt,
    jti: randomUUID(),
  }
}

function sign(key: SigningKey, claims: Claims, seconds: number): Promise<string> {
  const exp = Number(claims.iat) + seconds
  return new SignJWT({ ...claims, exp }).setProtectedHeader({ kid: key.id, alg: 'RS256' }).sign(key.privateKey)
}
