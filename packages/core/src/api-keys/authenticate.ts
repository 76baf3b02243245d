import { ServiceError } from '../errors.ts'
import { ApiKeyEntity } from './api-key-entity.ts'

/** Who calls: the user that owns the API key, their organisation, and what the key may do. */
export interface Caller {
  readonly userId: string
  readonly organizationId: string
  readonly permission: 'full' | 'read'
}

const CACHE_MILLISECONDS = 15_000
const callers = new Map<string, { caller: Caller; until: number }>()

/**
 * The caller behind the API key with API Gateway's id `gatewayKeyId`. Fails closed: without an id, or with one that has no
 * active row, 401. A revoked key is refused after 15 seconds at the latest.
 */
export async function authenticate(gatewayKeyId: string | null | undefined, now: number): Promise<Caller> {
  if (!gatewayKeyId) throw unauthenticated()
  const cached = callers.get(gatewayKeyId)
  if (cached && cached.until > now) return cached.caller
  const { data: key } = await ApiKeyEntity.get({ gatewayKeyId }).go({ consistent: true })
  if (key?.status !== 'active') {
    callers.delete(gatewayKeyId)
    throw unauthenticated()
  }
  const caller = { userId: key.userId, organizationId: key.organizationId, permission: key.permission }
  callers.set(gatewayKeyId, { caller, until: now + CACHE_MILLISECONDS })
  return caller
}

function unauthenticated(): ServiceError {
  return new ServiceError('authentication_failed', 'Missing or invalid API key. Send it in the X-API-Key header.')
}
