import type { Caller } from '../../platform/caller.ts'
import { ServiceError } from '../../platform/errors.ts'
import { makeAtStart } from '../../platform/on-first-use.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { isMember, MembershipEntity } from '../members/membership-entity.ts'
import { ApiKeyEntity } from './api-key-entity.ts'
import { noteUse } from './note-use.ts'

/** Makes what every authentication uses, for a function while it starts. */
export const prepareAuthentication = () => makeAtStart(ApiKeyEntity, MembershipEntity)

const callers = new ShortCache<Caller>(15_000)

/**
 * The caller behind the API key with API Gateway's id `gatewayKeyId`. Fails closed: without an id, or with one that has no
 * active row, or whose owner is no member of its organisation any more, 401. Both take effect after 15 seconds at the latest.
 */
export async function authenticate(gatewayKeyId: string | null | undefined, now: number): Promise<Caller> {
  if (!gatewayKeyId) throw unauthenticated()
  const cached = callers.get(gatewayKeyId, now)
  if (cached) return cached
  const { data: key } = await ApiKeyEntity.get({ gatewayKeyId }).go({ consistent: true })
  if (key?.status !== 'active' || !(await isMember(key.organizationId, key.userId))) {
    callers.delete(gatewayKeyId)
    throw unauthenticated()
  }
  noteUse(key, now)
  const { userId, organizationId, permission } = key
  const caller: Caller = { userId, organizationId, permission, groups: [] }
  callers.set(gatewayKeyId, caller, now)
  return caller
}

function unauthenticated(): ServiceError {
  return new ServiceError('authentication_failed', 'Missing or invalid API key. Send it in the X-API-Key header.')
}
