import type { ApiKey } from '@messaging/contract/dashboard/api-keys.ts'
import type { Caller } from '../../platform/caller.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { UserEntity } from '../users/user-entity.ts'
import { ApiKeyEntity, type ApiKeyItem } from './api-key-entity.ts'

/** Lists newest first, revoked keys for 30 days. A very new key may be missing. `now` in milliseconds. */
export async function listApiKeys(caller: Caller, now: number): Promise<ApiKey[]> {
  const keys = (await listApiKeyItems(caller.organizationId)).filter(
    ({ status, expiresAt }) => status !== 'creating' && (expiresAt === undefined || expiresAt > now / 1000),
  )
  const owners = [...new Set(keys.map(({ userId }) => userId))]
  const { data: users } = await UserEntity.get(owners.map((id) => ({ id }))).go()
  const names = new Map(users.map(({ id, name, email }) => [id, name ?? email]))
  return keys
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .map((key) => apiKeyView(caller, key, names.get(key.userId) ?? ''))
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
    isOwn: key.userId === userId,
  }
}
