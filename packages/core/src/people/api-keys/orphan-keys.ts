import type { ApiKey } from '@aws-sdk/client-api-gateway'
import type { ApiKeyItem } from './api-key-entity.ts'
import { isTagged } from './gateway-key.ts'

/** The row of a younger key may not be written yet. */
export const ORPHANED_AFTER_MILLISECONDS = 600_000

/**
 * Keys of API Gateway with this deployment's tags that were created before `createdBefore` (milliseconds) and have no row, or a
 * revoked one. Keys without the tags are left out, because they may belong to something else in the account.
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
