import type { ApiKey } from '@aws-sdk/client-api-gateway'
import type { ApiKeyItem } from './api-key-entity.ts'
import { isTagged } from './gateway-key.ts'

/** The row of a newer key may not be written yet. */
export const ORPHANED_AFTER_MILLISECONDS = 600_000

/**
 * Returns the keys of API Gateway that have this deployment's tags, were created before `createdBefore` (milliseconds)
 * and have no row or a revoked one. Keys without the tags may belong to another system and are excluded.
 */
export function orphanKeys(
  keys: readonly ApiKey[],
  rows: readonly Pick<ApiKeyItem, 'gatewayKeyId' | 'status'>[],
  createdBefore: number,
): ApiKey[] {
  const living = new Set(rows.filter(({ status }) => status !== 'revoked').map(({ gatewayKeyId }) => gatewayKeyId))
  return keys.filter(
    (key) =>
      isTagged(key) &&
      !living.has(key.id ?? '') &&
      (key.createdDate === undefined || key.createdDate.getTime() < createdBefore),
  )
}
