import { permissionOf, type Role } from '@replywright/contract/roles.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { notFound, ServiceError } from '../platform/errors.ts'
import { logError } from '../platform/log/log.ts'
import { makeAtStart } from '../platform/on-first-use.ts'
import { limitPerMinute, rejectLimited } from '../platform/quotas/limit-per-minute.ts'
import type { Caller } from '../platform/request.ts'
import { settings } from '../platform/settings.ts'
import { ShortCache } from '../platform/short-cache.ts'
import { ApiKeyEntity, type ApiKeyItem, listEntry } from './api-keys/api-key-entity.ts'
import { findMembership, MembershipEntity, roleOf } from './members/membership-entity.ts'
import { type Identity, isSignedOut, readIdentity, type SignOuts, sessionOver } from './users/identity.ts'
import { defaultOrganization } from './users/personal-organizations.ts'
import { findBySubject } from './users/users.ts'

/** Creates the clients and entities for authentication during the start of a function. */
export const prepareAuthentication = () => makeAtStart(ApiKeyEntity, MembershipEntity)

const callers = new ShortCache<Caller>(15_000)

/**
 * Returns the caller of the API key with API Gateway's id `gatewayKeyId`. The key may do what its owner may do now, and
 * no more than its own permission. Revocation, and a change of the owner's role or their removal, take effect within 15
 * seconds.
 * @throws ServiceError 401 without an id or an active row, or if the owner is not a member of the organisation
 */
export async function authenticate(gatewayKeyId: string | null | undefined, now: EpochMs): Promise<Caller> {
  if (!gatewayKeyId) throw unauthenticated()
  const cached = callers.get(gatewayKeyId, now)
  if (cached) return cached
  const { data: key } = await ApiKeyEntity.get({ gatewayKeyId }).go({ consistent: true })
  const membership = key?.status === 'active' ? await findMembership(key.organizationId, key.userId) : null
  if (!key || !membership) {
    callers.delete(gatewayKeyId)
    throw unauthenticated()
  }
  noteUse(key, now)
  const { userId, organizationId, name } = key
  const role = roleOf(membership)
  const permission = permissionOf(role, key.permission)
  const caller: Caller = { userId, organizationId, role, permission, groups: [], apiKey: { id: gatewayKeyId, name } }
  callers.set(gatewayKeyId, caller, now)
  return caller
}

/** Returns whether a user may do what requires the role admin now, as the owner of an API key, too. Reads consistently. */
export async function hasAdminRights(organizationId: string, userId: string): Promise<boolean> {
  const membership = await findMembership(organizationId, userId)
  return membership !== null && roleOf(membership) === 'admin'
}

function unauthenticated(): ServiceError {
  return new ServiceError('authentication_failed', 'Missing or invalid API key. Send it in the header X-API-Key.')
}

const HOUR_MILLISECONDS = 3_600_000

/** Pending writes. The function waits for them before it responds. */
const writing = new Set<Promise<void>>()

/** Returns whether the use of a key must be recorded. */
export function isUseDue({ lastUsedAt, listedIn }: Pick<ApiKeyItem, 'lastUsedAt' | 'listedIn'>, now: EpochMs): boolean {
  return listedIn === undefined || lastUsedAt === undefined || lastUsedAt <= now - HOUR_MILLISECONDS
}

/** Starts to record a use, at most once an hour. A failed write is logged and does not affect the request. */
export function noteUse(key: ApiKeyItem, now: EpochMs): void {
  if (!isUseDue(key, now)) return
  const written: Promise<void> = writeUse(key, now)
    .catch((error: unknown) => logError('api_key.use_not_noted', error, { apiKeyId: key.gatewayKeyId }))
    .finally(() => writing.delete(written))
  writing.add(written)
}

/** Waits for the writes of `noteUse`. Lambda may not complete a write after the function has responded. */
export async function usesNoted(): Promise<void> {
  await Promise.all(writing)
}

async function writeUse(key: ApiKeyItem, now: EpochMs): Promise<void> {
  await ApiKeyEntity.patch({ gatewayKeyId: key.gatewayKeyId })
    .set({ lastUsedAt: now, ...listEntry(key) })
    .where(({ status, lastUsedAt }, { eq, lte, notExists }) =>
      [eq(status, 'active'), `(${notExists(lastUsedAt)} OR ${lte(lastUsedAt, now - HOUR_MILLISECONDS)})`].join(' AND '),
    )
    .go({ returnOnConditionCheckFailure: true })
}

interface Member extends SignOuts {
  readonly userId: string
  readonly email: string
  readonly organizationId: string
  readonly role: Role
}

/** By subject, and the requested organisation if there is one. */
const members = new ShortCache<Member>(15_000)

/**
 * Returns the caller of an identity token with these claims, which API Gateway has verified. The organisation and the
 * role come from the table and are cached for 15 seconds, unless they must be current. `organizationId` selects an
 * organisation; `defaultOrganization` is the one without it. The groups come from the token.
 * @throws ServiceError 401 without a subject or after all sessions were ended, 403 before the first sign-in, 404 for an
 * organisation of which the user is not a member
 */
export async function authenticateUser(
  claims: Readonly<Record<string, unknown>>,
  organizationId: string | undefined,
  now: EpochMs,
  { isCurrent = false }: { readonly isCurrent?: boolean } = {},
): Promise<Caller> {
  const identity = readIdentity(claims)
  if (!identity) throw new ServiceError('authentication_failed', 'Sign in to the dashboard.')
  const member = await memberOf(identity, organizationId, now, isCurrent)
  if (isSignedOut(identity, member)) throw sessionOver()
  const { userId, email, role } = member
  const { groups, sessionId } = identity
  const permission = permissionOf(role)
  return { userId, email, organizationId: member.organizationId, role, permission, groups, sessionId }
}

async function memberOf(
  identity: Identity,
  requested: string | undefined,
  now: EpochMs,
  isCurrent: boolean,
): Promise<Member> {
  // An empty header is not the default organisation.
  const cacheKey = requested === undefined ? identity.subject : `${identity.subject} ${requested}`
  if (isCurrent) members.delete(cacheKey)
  const cached = members.get(cacheKey, now)
  if (cached) return cached
  const user = await findBySubject(identity.subject)
  if (!user) throw new ServiceError('permission_denied', 'Your account is not set up yet. Sign in again.')
  const { id: userId, email, organizationIds, signedOutAt, endedSessions } = user
  if (isSignedOut(identity, user)) throw sessionOver()
  const organizationId = requested ?? defaultOrganization(identity.subject, organizationIds)
  if (organizationId === undefined)
    throw new ServiceError(
      'permission_denied',
      'You are not a member of any organisation. Ask an operator of the service.',
    )
  if (!organizationIds.includes(organizationId)) throw notFound('organisation', 'header X-Organization-Id')
  const membership = await findMembership(organizationId, userId)
  if (!membership) throw notFound('organisation', 'header X-Organization-Id')
  const member = { userId, email, organizationId, role: roleOf(membership), signedOutAt, endedSessions }
  members.set(cacheKey, member, now)
  return member
}

/** One of this many reads is counted, for all of them. Counting each read would cost as much as the read itself. */
const READS_PER_COUNT = 10

/** Counts a request of a dashboard user: every write, and a sample of the reads. */
export async function limitRequests(
  userId: string,
  access: 'read' | 'write',
  now: EpochMs,
  random: () => number = Math.random,
): Promise<void> {
  rejectLimited(userId, now)
  if (access === 'read' && random() >= 1 / READS_PER_COUNT) return
  await limitPerMinute(userId, access === 'read' ? READS_PER_COUNT : 1, settings.DASHBOARD_REQUESTS_PER_MINUTE, now)
}
