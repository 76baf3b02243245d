import type { Me } from '@messaging/contract/me.ts'
import type { Caller } from '../../platform/caller.ts'
import { InternalError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { OrganizationEntity } from '../organizations/organization-entity.ts'
import { UserEntity } from '../users/user-entity.ts'

/** `GET /me/`: the organisation, the owner, the permission and the limits of an API key. */
export async function viewCaller({ organizationId, userId, role, apiKey, permission }: Caller): Promise<Me> {
  if (!apiKey) throw new InternalError('the caller has no API key')
  const [organization, user] = await Promise.all([
    OrganizationEntity.get({ id: organizationId }).go(),
    UserEntity.get({ id: userId }).go(),
  ])
  return {
    organization: { id: organizationId, name: organization.data?.name ?? '' },
    user: { id: userId, name: user.data?.name ?? '', role },
    apiKey: { id: apiKey.id, name: apiKey.name },
    permission,
    rateLimit: { requestsPerMinute: settings.RATE_LIMIT_PER_MINUTE, burst: settings.RATE_LIMIT_BURST },
  }
}
