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
  const own = await recent.getOrRead(organizationId, now, async () => {
    const { data } = await RetentionEntity.get({ organizationId }).go()
    return data ?? {}
  })
  return effectiveRetention(own, deploymentRetention())
}
