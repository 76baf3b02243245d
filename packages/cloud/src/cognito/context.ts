import { randomInt } from 'node:crypto'
import type { JsonObject } from '../resource.ts'
import { cognitoError, invalidParameter, notAuthorized, userNotFound } from './cognito-errors.ts'
import type { Outbox } from './mail.ts'
import type { Code, PoolStore, StoredUser } from './pool-store.ts'
import { type SigningKey, verifyToken } from './tokens.ts'
import { requiredText } from './user-input.ts'
import type { UserPoolClient, UserPoolSettings } from './user-pools.ts'

const ATTEMPTS = 5

/** Lifetimes of AWS's codes. */
export const CONFIRMATION_MILLISECONDS = 24 * 3_600_000

export const RESET_MILLISECONDS = 3_600_000

/** Consecutive wrong passwords by user. After five, each further one doubles the lock time. */
interface Attempts {
  isLocked(username: string, now: number): boolean
  failed(username: string, now: number): void
  succeeded(username: string): void
}

const FREE_ATTEMPTS = 5

const LONGEST_LOCK_MILLISECONDS = 15 * 60_000

export interface UserPool {
  readonly settings: UserPoolSettings
  readonly store: PoolStore
  readonly key: SigningKey
}

/** A further step of a sign-in after the password. */
export interface Challenge {
  readonly name: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA'
  readonly username: string
  readonly clientId: string
  readonly expiresAt: number
}

/** The dependencies of the actions of all pools. */
export interface CognitoContext {
  readonly pools: readonly UserPool[]
  readonly outbox: Outbox
  readonly attempts: Attempts
  /** By the session id of the response with the challenge. */
  readonly challenges: Map<string, Challenge>
  readonly now: () => number
}

/** An action, from input to output. */
export type Action = (input: JsonObject, context: CognitoContext) => Promise<JsonObject> | JsonObject

/** Returns the pool of an administrator's call. */
export function poolOf(input: JsonObject, { pools }: CognitoContext): UserPool {
  const id = requiredText(input, 'UserPoolId')
  const pool = pools.find(({ settings }) => settings.id === id)
  if (!pool) throw cognitoError('ResourceNotFoundException', `User pool ${id} does not exist.`)
  return pool
}

/** Returns the app client of a user's call, and its pool. */
export function clientOf(
  input: JsonObject,
  { pools }: CognitoContext,
): { readonly pool: UserPool; readonly client: UserPoolClient } {
  const id = requiredText(input, 'ClientId')
  for (const pool of pools) {
    const client = pool.settings.clients.find((each) => each.id === id)
    if (client) return { pool, client }
  }
  throw cognitoError('ResourceNotFoundException', `User pool client ${id} does not exist.`)
}

/** Returns the user of a call's access token. @throws ServiceError for an invalid, expired or revoked token. */
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

/** Returns the user that an administrator's call names. */
export function namedUser(input: JsonObject, pool: UserPool): StoredUser {
  const user = findUser(pool, requiredText(input, 'Username'))
  if (!user) throw userNotFound()
  return user
}

/** Finds a user by username, by `sub`, or by email address if the pool accepts it as a username. */
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

/** Normalizes a name for comparisons in this pool. */
export function folded(name: string, { caseSensitive }: UserPoolSettings): string {
  return caseSensitive ? name : name.toLowerCase()
}

/** Stores a changed user. @throws ServiceError if the user was deleted in the meantime. */
export function update({ store }: UserPool, user: StoredUser, change: Partial<StoredUser>, now: number): StoredUser {
  const current = store.user(user.username)
  if (!current) throw userNotFound()
  const changed = { ...current, ...change, modifiedAt: now }
  store.putUser(changed)
  return changed
}

/** @throws ServiceError if the client does not allow this sign-in flow. */
export function requireFlow({ authFlows }: UserPoolClient, flow: string): void {
  const spellings = [`ALLOW_${flow}`, flow]
  if (!authFlows.some((allowed) => spellings.includes(allowed))) {
    throw invalidParameter(`${flow} flow not enabled for this client`)
  }
}

/** Creates the counters. A restart resets them. */
export function createAttempts(): Attempts {
  const failures = new Map<string, { readonly count: number; readonly until: number }>()
  return {
    isLocked: (username, now) => (failures.get(username)?.until ?? 0) > now,
    failed(username, now) {
      const count = (failures.get(username)?.count ?? 0) + 1
      const lock = count < FREE_ATTEMPTS ? 0 : Math.min(1000 * 2 ** (count - FREE_ATTEMPTS), LONGEST_LOCK_MILLISECONDS)
      failures.set(username, { count, until: now + lock })
    },
    succeeded: (username) => void failures.delete(username),
  }
}

/** Creates a code of six digits. */
export function newCode(now: number, milliseconds: number): Code {
  const value = String(randomInt(1_000_000)).padStart(6, '0')
  return { value, expiresAt: now + milliseconds, attemptsLeft: ATTEMPTS }
}

/** Checks a code. Each wrong one costs an attempt. `left` is the state of the code to store. */
export function tryCode(
  code: Code | undefined,
  given: string,
  now: number,
): { readonly kind: 'right' | 'expired' | 'exhausted' } | { readonly kind: 'wrong'; readonly left: Code } {
  if (!code || code.expiresAt <= now) return { kind: 'expired' }
  if (code.attemptsLeft <= 0) return { kind: 'exhausted' }
  if (code.value === given) return { kind: 'right' }
  return { kind: 'wrong', left: { ...code, attemptsLeft: code.attemptsLeft - 1 } }
}
