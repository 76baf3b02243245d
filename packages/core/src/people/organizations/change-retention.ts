import type { OrganizationRetention } from '@messaging/contract/dashboard/retention.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { effectiveRetention, type OwnRetention } from '../../platform/retention/effective-retention.ts'
import { deploymentRetention } from '../../platform/retention/retention.ts'
import { RetentionEntity } from '../../platform/retention/retention-entity.ts'
import { OrganizationEntity } from './organization-entity.ts'

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
