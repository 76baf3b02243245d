import type { ApiKey } from '@messaging/contract/dashboard/api-keys.ts'
import type { Caller } from '../../platform/caller.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { ApiKeyEntity, type ApiKeyItem } from './api-key-entity.ts'

/** Lists newest first, revoked keys for 30 days. A very new key may be missing. `now` in milliseconds. */
export async function listApiKeys(caller: Caller, now: number): Promise<ApiKey[]> {
  const keys = await listApiKeyItems(caller.organizationId)
  return keys
    .filter(({ status, expiresAt }) => status !== 'creating' && (expiresAt === undefined || expiresAt > now / 1000))
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .map((key) => apiKeyView(caller, key))
}

/** Lists all rows of an organisation, in no order. */
export async function listApiKeyItems(organizationId: string): Promise<ApiKeyItem[]> {
  const { data } = await ApiKeyEntity.query.byOrganization({ listedIn: organizationId }).go({ pages: 'all' })
  return data
}

/** Returns a key as the dashboard shows it. */
export function apiKeyView({ userId }: Caller, key: ApiKeyItem): ApiKey {
  const { gatewayKeyId, name, permission, prefix, createdAt, lastUsedAt, status } = key
  return {
    id: gatewayKeyId,
    name,
    permission,
    prefix,
    createdAt: isoTime(createdAt),
    lastUsedAt: timeOrNull(lastUsedAt),
    status: status === 'active' ? 'active' : 'revoked',
    isOwn: key.userId === userId,
  }
}
