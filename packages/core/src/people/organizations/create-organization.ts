import { createSandboxNumber } from '../../channel/numbers/sandbox-number.ts'
import { listenersToAll } from '../../deliveries/webhooks/get-webhook.ts'
import { newId } from '../../platform/clock.ts'
import { ensureMemberships } from '../members/membership-entity.ts'
import { OrganizationEntity } from './organization-entity.ts'

/**
 * Creates an organisation with its sandbox number and a first member without an account, for API keys and webhooks. It
 * is no admin, so that the last admin is always a user who can sign in.
 */
export async function createOrganization(
  name: string,
  now: number,
): Promise<{ organizationId: string; userId: string; sandboxNumber: string }> {
  const organizationId = newId()
  await OrganizationEntity.create({ id: organizationId, name, isPersonal: false, createdAt: now }).go()
  const sandbox = await createSandboxNumber(organizationId, listenersToAll, now)
  const userId = newId()
  await ensureMemberships(userId, [organizationId], 'member', now)
  return { organizationId, userId, sandboxNumber: sandbox.number }
}
