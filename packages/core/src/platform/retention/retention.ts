import { settings } from '../settings.ts'
import { ShortCache } from '../short-cache.ts'
import { effectiveRetention, type OwnRetention, type Retention } from './effective-retention.ts'
import { RetentionEntity } from './retention-entity.ts'

/** A minute: a change of the retention is not urgent, and messages must not cost a read each. */
const recent = new ShortCache<OwnRetention>(60_000)

/** Returns the retention of a deployment's organisations without their own. */
export function deploymentRetention(): Retention {
  return { messageDays: settings.MESSAGE_DAYS, deliveryDays: settings.DELIVERY_DAYS }
}

/** Returns how long new items of an organisation are kept, at most a minute old. `now` in milliseconds. */
export async function recentRetention(organizationId: string, now: number): Promise<Retention> {
  let own = recent.get(organizationId, now)
  if (!own) {
    own = (await RetentionEntity.get({ organizationId }).go()).data ?? {}
    recent.set(organizationId, own, now)
  }
  return effectiveRetention(own, deploymentRetention())
}
