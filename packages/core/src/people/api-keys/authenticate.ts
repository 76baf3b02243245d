import type { Caller } from '../../platform/caller.ts'
import { ServiceError } from '../../platform/errors.ts'
import { makeAtStart } from '../../platform/on-first-use.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { findMembership, MembershipEntity, roleOf } from '../members/membership-entity.ts'
import { ApiKeyEntity } from './api-key-entity.ts'
import { noteUse } from './note-use.ts'

/** Creates the clients and entities for authentication during the start of a function. */
export const prepareAuthentication = () => makeAtStart(ApiKeyEntity, MembershipEntity)

const callers = new ShortCache<Caller>(15_000)

/**
 * Returns the caller of the API key with API Gateway's id `gatewayKeyId`. Revocation and removal of the owner take
 * effect within 15 seconds.
 * @throws ServiceError 401 without an id or an active row, or if the owner is not a member of the organisation
 */
export async function authenticate(gatewayKeyId: string | null | undefined, now: number): Promise<Caller> {
  if (!gatewayKeyId) throw unauthenticated()
  const cached = callers.get(gatewayKeyId, now)
  if (cached) return cached
  const { data: key } = await ApiKeyEntity.get({ gatewayKeyId }).go({ consistent: true })
  const membership = key?.status === 'active' ? await findMembership(key.organizationId, key.userId) : null
  if (!key || !membership) {
    callers.delete(gatewayKeyId)
    throw unauthenticated()
  }
  noteUse(key, now)
  const { userId, organizationId, permission, name } = key
  const role = roleOf(membership)
  const caller: Caller = { userId, organizationId, role, permission, groups: [], apiKey: { id: gatewayKeyId, name } }
  callers.set(gatewayKeyId, caller, now)
  return caller
}

function unauthenticated(): ServiceError {
  return new ServiceError('authentication_failed', 'Missing or invalid API key. Send it in the header X-API-Key.')
}
