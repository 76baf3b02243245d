import type { OrganizationRetention } from '@replywright/contract/dashboard/retention.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { ensureSandboxNumber } from '../../deliveries/webhooks/view-webhooks.ts'
import { derivedId, newId } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import {
  deploymentRetention,
  effectiveRetention,
  type OwnRetention,
  RetentionEntity,
} from '../../platform/retention.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { MembershipEntity } from '../members/membership-entity.ts'

/** The tenant that owns all other items. Access: by id; all of the service, oldest first. No expiry. */
export const OrganizationEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'organization', version: '1' },
  attributes: {
    id: { type: 'string', required: true, readOnly: true },
    name: { type: 'string', required: true },
    isPersonal: { type: 'boolean', required: true },
    createdAt: { type: 'number', required: true, readOnly: true, padding: { length: 13, char: '0' } },
  },
  indexes: {
    byId: { pk: key('pk', 'o#${id}'), sk: key('sk', 'organization') },
    all: { index: 'gsi1', pk: key('gsi1pk', 'organizations'), sk: key('gsi1sk', '${createdAt}#${id}') },
  },
}))

/**
 * Creates an organisation with its sandbox number and a first member without an account, for API keys and webhooks. It
 * is an admin, because API keys obey the role of their owner. It does not count as the last admin (`isAdmin`).
 */
export async function createOrganization(
  name: string,
  now: EpochMs,
): Promise<{ organizationId: string; userId: string; sandboxNumber: string }> {
  const [organizationId, userId] = [newId(), newId()]
  const sandbox = await ensureOrganization({ id: organizationId, name, isPersonal: false }, now)
  await MembershipEntity.create({ organizationId, userId, joinedAt: now, role: 'admin', isWithoutAccount: true }).go()
  return { organizationId, userId, sandboxNumber: sandbox.number }
}

/**
 * Creates an organisation of the service itself, such as that of the smoke test, unless it exists: its ids derive from `name`. It keeps
 * messages and deliveries for one day.
 */
export async function ensureOwnOrganization(
  name: string,
  now: EpochMs,
): Promise<{ readonly organizationId: string; readonly userId: string }> {
  const [organizationId, userId] = [derivedId('own organization', name), derivedId('own member', name)]
  await ensureOrganization({ id: organizationId, name, isPersonal: false }, now)
  await MembershipEntity.create({ organizationId, userId, joinedAt: now, role: 'admin', isWithoutAccount: true }).go({
    returnOnConditionCheckFailure: true,
  })
  await changeRetention(organizationId, { messageDays: 1, deliveryDays: 1 })
  return { organizationId, userId }
}

/** Creates an organisation with its sandbox number unless they exist, and returns the number. */
export async function ensureOrganization(
  organization: Pick<OrganizationItem, 'id' | 'name' | 'isPersonal'>,
  now: EpochMs,
): Promise<{ readonly number: string; readonly phoneNumberId: string }> {
  await OrganizationEntity.create({ ...organization, createdAt: now }).go({ returnOnConditionCheckFailure: true })
  return await ensureSandboxNumber(organization.id, now)
}

type OrganizationItem = EntityItem<typeof OrganizationEntity>

/** Lists all, oldest first, for operators. */
export async function listOrganizations(): Promise<OrganizationItem[]> {
  return (await OrganizationEntity.query.all({}).go({ pages: 'all' })).data
}

/** Returns the name of an organisation, or undefined if it does not exist. */
export async function findOrganizationName(id: string): Promise<{ name: string } | undefined> {
  const { data } = await OrganizationEntity.get({ id }).go({ consistent: true })
  return data ? { name: data.name } : undefined
}

/** @throws ServiceError 400 if the organisation does not exist, for commands whose option names it */
export async function requireOrganization(id: string): Promise<void> {
  if (!(await findOrganizationName(id))) throw invalidField('organization', 'does not exist')
}

/** Renames an organisation and returns it. */
export async function renameOrganization(
  organizationId: string,
  name: string,
): Promise<{ id: string; name: string; isPersonal: boolean }> {
  const { data } = await OrganizationEntity.patch({ id: organizationId })
    .set({ name })
    .go({ response: 'all_new', returnOnConditionCheckFailure: true })
  if (!data?.name) throw notFound('organisation', 'header X-Organization-Id')
  return { id: organizationId, name, isPersonal: data.isPersonal ?? false }
}

/** Returns an organisation's own retention, what applies, and the limits. Read strongly. */
export async function viewRetention(organizationId: string): Promise<OrganizationRetention> {
  const { data } = await RetentionEntity.get({ organizationId }).go({ consistent: true })
  return retentionView(data ?? {})
}

/**
 * Sets an organisation's own retention; null applies that of the deployment. It applies to new items within a minute.
 * @throws ServiceError 400 for more days than the deployment keeps, and for deliveries that would outlive their
 * messages; 404 for an unknown organisation
 */
export async function changeRetention(
  organizationId: string,
  { messageDays, deliveryDays }: { readonly messageDays: number | null; readonly deliveryDays: number | null },
): Promise<OrganizationRetention> {
  const most = deploymentRetention()
  const { messageDays: kept } = effectiveRetention({ messageDays }, most)
  if ((messageDays ?? 0) > most.messageDays)
    throw invalidField('messageDays', `must be at most ${most.messageDays}, the retention of this service`)
  if ((deliveryDays ?? 0) > most.deliveryDays)
    throw invalidField('deliveryDays', `must be at most ${most.deliveryDays}, the retention of this service`)
  if ((deliveryDays ?? 0) > kept)
    throw invalidField('deliveryDays', `must be at most ${kept}, the days that messages are kept`)
  const { data: organization } = await OrganizationEntity.get({ id: organizationId }).go({ consistent: true })
  if (!organization) throw notFound('organisation', 'id')
  const own = { messageDays: messageDays ?? undefined, deliveryDays: deliveryDays ?? undefined }
  await RetentionEntity.put({ organizationId, ...own }).go()
  log('organization.retention_changed', { organizationId, ...own })
  return retentionView(own)
}

function retentionView(own: OwnRetention): OrganizationRetention {
  const most = deploymentRetention()
  return {
    messageDays: own.messageDays ?? null,
    deliveryDays: own.deliveryDays ?? null,
    effective: effectiveRetention(own, most),
    maximum: most,
  }
}
