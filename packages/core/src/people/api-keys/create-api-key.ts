import { randomInt } from 'node:crypto'
import { CreateApiKeyCommand, CreateUsagePlanKeyCommand } from '@aws-sdk/client-api-gateway'
import { MOST_API_KEYS } from '@messaging/contract/dashboard/api-keys.ts'
import { createWriteTransaction } from 'electrodb'
import { newId } from '../../platform/clock.ts'
import { InternalError, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { settings } from '../../platform/settings.ts'
import { transact } from '../../platform/table/transact.ts'
import { isMember, MembershipEntity } from '../members/membership-entity.ts'
import { API_KEYS, ApiKeyEntity, type ApiKeyItem, listEntry } from './api-key-entity.ts'
import { deleteGatewayKey, gateway, hashOf, keyTags } from './gateway-key.ts'
import { listApiKeyItems } from './list-api-keys.ts'
import { discardAbandoned, endApiKey } from './revoke-api-key.ts'

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
  now: number,
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

async function insert(key: ApiKeyItem, now: number): Promise<void> {
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
  const transaction = createWriteTransaction(entities, ({ keys, counters, memberships }) => [
    keys.create(key).commit(),
    memberships
      .check({ organizationId, userId })
      .where(({ joinedAt, removedAt }, { exists, notExists }) => `${exists(joinedAt)} AND ${notExists(removedAt)}`)
      .commit(),
    counters
      .update({ organizationId, noun: API_KEYS })
      .add({ count: 1 })
      .where(({ count }, { lt, notExists }) => `${notExists(count)} OR ${lt(count, MOST_API_KEYS)}`)
      .commit(),
  ])
  return await transact(() => transaction.go())
}
