import { randomInt } from 'node:crypto'
import { CreateApiKeyCommand, CreateUsagePlanKeyCommand } from '@aws-sdk/client-api-gateway'
import { type ApiKey, MOST_API_KEYS, MOST_REVOKED_SHOWN } from '@replywright/contract/dashboard/api-keys.ts'
import type { Me } from '@replywright/contract/me.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter, isoTime, newId, timeOrNull } from '../../platform/clock.ts'
import { InternalError, notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity, hasRoomFor } from '../../platform/paging/counter-entity.ts'
import type { Caller } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { transact } from '../../platform/table/transact.ts'
import { isMember, MembershipEntity } from '../members/membership-entity.ts'
import { OrganizationEntity } from '../organizations/organizations.ts'
import { UserEntity } from '../users/user-entity.ts'
import { API_KEYS, ApiKeyEntity, type ApiKeyItem, listEntry } from './api-key-entity.ts'
import { deleteGatewayKey, gateway, hashOf, keyTags } from './gateway-keys.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 40
const PREFIX_LENGTH = 6

/** Generates an API key: 40 alphanumeric characters. */
function randomApiKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}

/**
 * Creates an API key of a user and returns its value, which is not stored. The row is written before the key can be
 * used, and only an `active` row authenticates callers. If a step fails, the key is deleted from API Gateway.
 * @throws ServiceError 409 if the organisation has 20 keys, or if the request with this id already created one; 403 if
 * the owner is not a member
 */
export async function createApiKey(
  owner: { readonly organizationId: string; readonly userId: string },
  input: { readonly name: string; readonly permission: 'full' | 'read' },
  now: EpochMs,
  requestId: string = newId(),
): Promise<{ gatewayKeyId: string; value: string; key: ApiKeyItem }> {
  await assertFirst(owner.organizationId, requestId)
  const value = randomApiKey()
  const { id: gatewayKeyId } = await gateway.send(
    new CreateApiKeyCommand({
      name: `${owner.organizationId}/${input.name}`,
      value,
      enabled: true,
      tags: keyTags(),
    }),
  )
  if (!gatewayKeyId) throw new InternalError('API Gateway returned no key id')
  const key = {
    gatewayKeyId,
    ...owner,
    ...input,
    prefix: value.slice(0, PREFIX_LENGTH),
    hash: hashOf(value),
    createdAt: now,
    ...listEntry({ ...owner, gatewayKeyId }),
    counted: true,
    requestId,
  }
  try {
    await insert({ ...key, status: 'creating' }, now)
    await gateway.send(
      new CreateUsagePlanKeyCommand({ usagePlanId: settings.USAGE_PLAN_ID, keyId: gatewayKeyId, keyType: 'API_KEY' }),
    )
    await ApiKeyEntity.patch({ gatewayKeyId })
      .set({ status: 'active' })
      // The key is revoked if its owner was removed concurrently.
      .where(({ status }, { eq }) => eq(status, 'creating'))
      .go()
  } catch (error) {
    await endApiKey({ ...key, status: 'creating' }, now)
    await deleteGatewayKey(gatewayKeyId)
    throw error
  }
  log('api_key.created', { organizationId: owner.organizationId, apiKeyId: gatewayKeyId, permission: input.permission })
  return { gatewayKeyId, value, key: { ...key, status: 'active' } }
}

async function assertFirst(organizationId: string, requestId: string): Promise<void> {
  const known = (await listApiKeyItems(organizationId)).find((key) => key.requestId === requestId)
  if (known?.status === 'active')
    throw new ServiceError(
      'conflict',
      `This request already created the key ${known.name} (${known.prefix}…). Its value is shown only once. Revoke it and create a new key.`,
    )
}

async function insert(key: ApiKeyItem, now: EpochMs): Promise<void> {
  const { organizationId } = key
  if (await insertCounted(key)) return
  if (!(await isMember(organizationId, key.userId)))
    throw new ServiceError('permission_denied', 'The owner of an API key must be a member of its organisation.')
  // Keys whose creation was interrupted count towards the limit.
  if ((await discardAbandoned(organizationId, now)) > 0 && (await insertCounted(key))) return
  throw new ServiceError('conflict', `The organisation has ${MOST_API_KEYS} API keys, which is the limit. Revoke one.`)
}

async function insertCounted(key: ApiKeyItem): Promise<boolean> {
  const { organizationId, userId } = key
  const entities = { keys: ApiKeyEntity, counters: CounterEntity, memberships: MembershipEntity }
  return await transact(entities, ({ keys, counters, memberships }) => [
    keys.create(key).commit(),
    memberships
      .check({ organizationId, userId })
      .where(({ joinedAt, removedAt }, { exists, notExists }) => `${exists(joinedAt)} AND ${notExists(removedAt)}`)
      .commit(),
    counters.update({ organizationId, noun: API_KEYS }).add({ count: 1 }).where(hasRoomFor(MOST_API_KEYS)).commit(),
  ])
}

/** Lists newest first, of the revoked keys those of the last 30 days, at most 100. A very new key may be missing. */
export async function listApiKeys(caller: Caller, now: EpochMs): Promise<ApiKey[]> {
  const all = (await listApiKeyItems(caller.organizationId))
    .filter(({ status, expiresAt }) => status !== 'creating' && (expiresAt === undefined || expiresAt > now / 1000))
    .toSorted((a, b) => b.createdAt - a.createdAt)
  const omitted = new Set(all.filter(({ status }) => status !== 'active').slice(MOST_REVOKED_SHOWN))
  const keys = all.filter((key) => !omitted.has(key))
  const owners = [...new Set(keys.map(({ userId }) => userId))]
  const { data: users } = await UserEntity.get(owners.map((id) => ({ id }))).go()
  const names = new Map(users.map(({ id, name, email }) => [id, name ?? email]))
  return keys.map((key) => apiKeyView(caller, key, names.get(key.userId) ?? ''))
}

/** Lists all rows of an organisation, in no order. */
export async function listApiKeyItems(organizationId: string): Promise<ApiKeyItem[]> {
  const { data } = await ApiKeyEntity.query.byOrganization({ listedIn: organizationId }).go({ pages: 'all' })
  return data
}

/** Returns a key as the dashboard shows it. */
export function apiKeyView({ userId }: Caller, key: ApiKeyItem, createdBy: string): ApiKey {
  const { gatewayKeyId, name, permission, prefix, createdAt, lastUsedAt, status } = key
  return {
    id: gatewayKeyId,
    name,
    permission,
    prefix,
    createdAt: isoTime(createdAt),
    lastUsedAt: timeOrNull(lastUsedAt),
    status: status === 'active' ? 'active' : 'revoked',
    createdBy,
    ownerId: key.userId,
    isOwn: key.userId === userId,
  }
}

/** Days for which a revoked key is listed. */
const REVOKED_DAYS = 30
/** After this time, the function that created a key has ended and the creation was interrupted. */
const ABANDONED_MILLISECONDS = 300_000

/**
 * Revokes an API key: first its row, which ends authentication within 15 seconds, then the key in API Gateway.
 * Idempotent.
 * @throws ServiceError 404 if the key does not exist or belongs to another organisation
 */
export async function revokeApiKey(organizationId: string, id: string, now: EpochMs): Promise<undefined> {
  const key = await findApiKey(organizationId, id)
  if (!key) throw notFound('API key')
  if (await endApiKey(key, now)) log('api_key.revoked', { organizationId, apiKeyId: id })
  await deleteGatewayKey(id)
}

/**
 * Revokes all API keys of a user in an organisation, as `revokeApiKey`, and those whose creation is in progress. Returns
 * the keys. Includes keys revoked from `since` on: an earlier run may have failed to delete them from API
 * Gateway. Idempotent.
 */
export async function revokeApiKeysOf(
  {
    organizationId,
    userId,
    since,
  }: { readonly organizationId: string; readonly userId: string; readonly since: EpochMs },
  now: EpochMs,
): Promise<ApiKeyItem[]> {
  const keys = (await listApiKeyItems(organizationId)).filter(
    (key) => key.userId === userId && (key.revokedAt === undefined || key.revokedAt >= since),
  )
  for (const key of keys) {
    if (await endApiKey(key, now)) log('api_key.revoked', { organizationId, apiKeyId: key.gatewayKeyId })
    await deleteGatewayKey(key.gatewayKeyId)
  }
  return keys
}

/** Returns an API key of an organisation, or undefined. */
export async function findApiKey(organizationId: string, id: string): Promise<ApiKeyItem | undefined> {
  if (id === '') return undefined
  const { data: key } = await ApiKeyEntity.get({ gatewayKeyId: id }).go({ consistent: true })
  return key?.organizationId === organizationId && key.status !== 'creating' ? key : undefined
}

/** Revokes a key's row and decrements the counter. Returns whether this call did it. */
export async function endApiKey(key: ApiKeyItem, now: EpochMs): Promise<boolean> {
  const { gatewayKeyId, organizationId, counted } = key
  return await transact({ keys: ApiKeyEntity, counters: CounterEntity }, ({ keys, counters }) => [
    keys
      .patch({ gatewayKeyId })
      .set({ status: 'revoked', revokedAt: now, expiresAt: expiryAfter(now, REVOKED_DAYS), ...listEntry(key) })
      .where(({ status }, { ne }) => ne(status, 'revoked'))
      .commit(),
    ...(counted ? [counters.patch({ organizationId, noun: API_KEYS }).subtract({ count: 1 }).commit()] : []),
  ])
}

/** Revokes keys whose creation was interrupted. Returns their number. */
async function discardAbandoned(organizationId: string, now: EpochMs): Promise<number> {
  const abandoned = (await listApiKeyItems(organizationId)).filter(
    ({ status, createdAt }) => status === 'creating' && createdAt < now - ABANDONED_MILLISECONDS,
  )
  for (const key of abandoned) {
    await endApiKey(key, now)
    await deleteGatewayKey(key.gatewayKeyId)
  }
  return abandoned.length
}

/** `GET /me/`: the organisation, the owner, the permission and the limits of an API key. */
export async function viewCaller({ organizationId, userId, role, apiKey, permission }: Caller): Promise<Me> {
  if (!apiKey) throw new InternalError('the caller has no API key')
  const [organization, user] = await Promise.all([
    OrganizationEntity.get({ id: organizationId }).go(),
    UserEntity.get({ id: userId }).go(),
  ])
  return {
    organization: { id: organizationId, name: organization.data?.name ?? '' },
    user: { id: userId, name: user.data?.name ?? '', role },
    apiKey: { id: apiKey.id, name: apiKey.name },
    permission,
    rateLimit: { requestsPerMinute: settings.RATE_LIMIT_PER_MINUTE, burst: settings.RATE_LIMIT_BURST },
  }
}
