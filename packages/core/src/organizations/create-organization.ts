import { newId } from '../clock.ts'
import { createSandboxNumber } from '../numbers/sandbox-number.ts'
import { OrganizationEntity } from './organization-entity.ts'

/** Creates an organisation with its sandbox number, and the id of its first user. */
export async function createOrganization(
  name: string,
  now: number,
): Promise<{ organizationId: string; userId: string; sandboxNumber: string }> {
  const organizationId = newId()
  await OrganizationEntity.create({ id: organizationId, name, isPersonal: false, createdAt: now }).go()
  const sandbox = await createSandboxNumber(organizationId, now)
  return { organizationId, userId: newId(), sandboxNumber: sandbox.number }
}
