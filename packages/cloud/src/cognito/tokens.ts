import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import * as v from 'valibot'
import type { Json } from '../resource.ts'
import type { StoredSession, StoredUser } from './pool-store.ts'
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

export interface SigningKey {
  readonly id: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** The published public key. */
  readonly jwk: JWK
}

const text = v.string()
const StoredKey = v.object({
  kty: v.literal('RSA'),
  ...{ n: text, e: text, d: text, p: text, q: text, dp: text, dq: text, qi: text },
})

/** Reads or creates the key file, which only its owner can read. @throws Error if the file has no RSA key. */
export async function openSigningKey(file: string): Promise<SigningKey> {
  if (!existsSync(file)) await make(file)
  const parsed = v.safeParse(StoredKey, JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file} contains no RSA key`)
  const { kty, n, e } = parsed.output
  const [privateKey, publicKey, id] = await Promise.all([
    importJWK(parsed.output, 'RS256'),
    importJWK({ kty, n, e }, 'RS256'),
    calculateJwkThumbprint({ kty, n, e }),
  ])
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array)
    throw new Error(`${file} contains no RSA key`)
  return { id, privateKey, publicKey, jwk: { alg: 'RS256', e, kid: id, kty, n, use: 'sig' } }
}

async function make(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
