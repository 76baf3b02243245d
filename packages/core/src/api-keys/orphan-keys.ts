import type { ApiKey } from '@aws-sdk/client-api-gateway'
import type { ApiKeyItem } from './api-key-entity.ts'
import { isTagged } from './gateway-key.ts'

/** A key of which the row may not be written yet is left alone. */
const NEW_MILLISECONDS = 600_000

/**
 * Keys of API Gateway with this deployment's tags that no row stands for: none, or a revoked one. Keys without the tags are not
 * returned, because they may belong to something else in the account. `now` in milliseconds.
 */
export function orphanKeys(keys: readonly ApiKey[], rows: readonly ApiKeyItem[], now: number): ApiKey[] {
  const living = new Set(rows.filter(({ status }) => status !== 'revoked').map(({ gatewayKeyId }) => gatewayKeyId))
  return keys.filter(
    (key) =>
      isTagged(key) &&
      !living.has(key.id ?? '') &&
      (key.createdDate === undefined || key.createdDate.getTime() < now - NEW_MILLISECONDS),
  )
}
