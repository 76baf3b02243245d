import type { JsonObject } from '../resource.ts'
import type { Attempts } from './attempts.ts'
import { invalidParameter, notAuthorized, refused, userNotFound } from './cognito-errors.ts'
import type { Outbox } from './mail.ts'
import type { PoolStore, StoredUser } from './pool-store.ts'
import type { SigningKey } from './signing-key.ts'
import { verifyToken } from './tokens.ts'
import { requiredText } from './user-input.ts'
import type { UserPoolClient, UserPoolSettings } from './user-pools.ts'

/** A user pool with all that it keeps. */
export interface UserPool {
  readonly settings: UserPoolSettings
  readonly store: PoolStore
  readonly key: SigningKey
}

/** Somebody who is asked for something more than the password before being let in. */
export interface Challenge {
  readonly name: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA'
  readonly username: string
  readonly clientId: string
  readonly expiresAt: number
}

/** What the actions of all pools work with. */
export interface CognitoContext {
  readonly pools: readonly UserPool[]
  readonly outbox: Outbox
  readonly attempts: Attempts
  /** By the session that was answered with the challenge. */
  readonly challenges: Map<string, Challenge>
  readonly now: () => number
}

/** One action: input in, output out. */
export type Action = (input: JsonObject, context: CognitoContext) => Promise<JsonObject> | JsonObject

/** The pool that an administrator's call is about. */
export function poolOf(input: JsonObject, { pools }: CognitoContext): UserPool {
  const id = requiredText(input, 'UserPoolId')
  const pool = pools.find(({ settings }) => settings.id === id)
  if (!pool) throw refused('ResourceNotFoundException', `User pool ${id} does not exist.`)
  return pool
}

/** The app client that a user's call comes from, and its pool. */
export function clientOf(
  input: JsonObject,
  { pools }: CognitoContext,
): { readonly pool: UserPool; readonly client: UserPoolClient } {
  const id = requiredText(input, 'ClientId')
  for (const pool of pools) {
    const client = pool.settings.clients.find((each) => each.id === id)
    if (client) return { pool, client }
  }
  throw refused('ResourceNotFoundException', `User pool client ${id} does not exist.`)
}

/** Whose access token a call carries. @throws ServiceError for one that is expired, revoked or none. */
export async function holderOf(
  input: JsonObject,
  { pools, now }: CognitoContext,
): Promise<{ readonly pool: UserPool; readonly user: StoredUser }> {
  const token = requiredText(input, 'AccessToken')
  for (const pool of pools) {
    const claims = await verifyToken(pool.key, pool.settings.issuer, token, now())
    if (claims === 'expired') throw notAuthorized('Access Token has expired')
    if (claims?.token_use !== 'access') continue
    const user = pool.store.user(String(claims.username))
    const session = pool.store.session(String(claims.origin_jti))
    const isRevocable = claims.origin_jti !== undefined
    if (!user || (isRevocable && session?.revoked !== false)) throw notAuthorized('Access Token has been revoked')
    return { pool, user }
  }
  throw notAuthorized('Invalid Access Token')
}

/** The user whom an administrator names. */
export function namedUser(input: JsonObject, pool: UserPool): StoredUser {
  const user = findUser(pool, requiredText(input, 'Username'))
  if (!user) throw userNotFound()
  return user
}

/** A user by username, `sub`, or the email address where the pool takes it for a username. */
export function findUser({ settings, store }: UserPool, name: string): StoredUser | undefined {
  const wanted = folded(name, settings)
  const known = store.user(name) ?? store.user(wanted)
  if (known) return known
  return store.users().find(({ sub, attributes }) => {
    if (sub === name) return true
    const isName = settings.emailIsUsername || (settings.emailIsAlias && attributes.email_verified === 'true')
    return isName && attributes.email !== undefined && folded(attributes.email, settings) === wanted
  })
}

/** A name as names are compared in this pool. */
export function folded(name: string, { caseSensitive }: UserPoolSettings): string {
  return caseSensitive ? name : name.toLowerCase()
}

/** Keeps a changed user. @throws ServiceError when the user was deleted meanwhile. */
export function update({ store }: UserPool, user: StoredUser, change: Partial<StoredUser>, now: number): StoredUser {
  const current = store.user(user.username)
  if (!current) throw userNotFound()
  const changed = { ...current, ...change, modifiedAt: now }
  store.putUser(changed)
  return changed
}

/** @throws ServiceError when the client does not allow this way of signing in. */
export function requireFlow({ authFlows }: UserPoolClient, flow: string): void {
  const spellings = [`ALLOW_${flow}`, flow]
  if (!authFlows.some((allowed) => spellings.includes(allowed))) {
    throw invalidParameter(`${flow} flow not enabled for this client`)
  }
}
