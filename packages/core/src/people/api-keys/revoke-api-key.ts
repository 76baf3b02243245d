import { createWriteTransaction } from 'electrodb'
import { expiryAfter } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { transact } from '../../platform/table/transact.ts'
import { API_KEYS, ApiKeyEntity, type ApiKeyItem, listEntry } from './api-key-entity.ts'
import { deleteGatewayKey } from './gateway-key.ts'
import { listApiKeyItems } from './list-api-keys.ts'

/** Days for which a revoked key is listed. */
const REVOKED_DAYS = 30
/** After this time, the function that created a key has ended and the creation was interrupted. */
const ABANDONED_MILLISECONDS = 300_000

/**
 * Revokes an API key: first its row, which ends authentication within 15 seconds, then the key in API Gateway.
 * Idempotent. `now` in milliseconds.
 * @throws ServiceError 404 if the key does not exist or belongs to another organisation
 */
export async function revokeApiKey(organizationId: string, id: string, now: number): Promise<undefined> {
  const key = await findApiKey(organizationId, id)
  if (!key) throw notFound('API key')
  if (await endApiKey(key, now)) log('api_key.revoked', { organizationId, apiKeyId: id })
  await deleteGatewayKey(id)
}

/** Returns an API key of an organisation, or undefined. */
export async function findApiKey(organizationId: string, id: string): Promise<ApiKeyItem | undefined> {
  if (id === '') return undefined
  const { data: key } = await ApiKeyEntity.get({ gatewayKeyId: id }).go({ consistent: true })
  return key?.organizationId === organizationId && key.status !== 'creating' ? key : undefined
}

/** Revokes a key's row and decrements the counter. Returns whether this call did it. */
export async function endApiKey(key: ApiKeyItem, now: number): Promise<boolean> {
  const { gatewayKeyId, organizationId, counted } = key
  const transaction = createWriteTransaction({ keys: ApiKeyEntity, counters: CounterEntity }, ({ keys, counters }) => [
    keys
      .patch({ gatewayKeyId })
      .set({ status: 'revoked', revokedAt: now, expiresAt: expiryAfter(now, REVOKED_DAYS), ...listEntry(key) })
      .where(({ status }, { ne }) => ne(status, 'revoked'))
      .commit(),
    ...(counted ? [counters.patch({ organizationId, noun: API_KEYS }).subtract({ count: 1 }).commit()] : []),
  ])
  return await transact(() => transaction.go())
}

/** Revokes keys whose creation was interrupted. Returns their number. */
export async function discardAbandoned(organizationId: string, now: number): Promise<number> {
  const abandoned = (await listApiKeyItems(organizationId)).filter(
    ({ status, createdAt }) => status === 'creating' && createdAt < now - ABANDONED_MILLISECONDS,
  )
  for (const key of abandoned) {
    await endApiKey(key, now)
    await deleteGatewayKey(key.gatewayKeyId)
  }
  return abandoned.length
}
