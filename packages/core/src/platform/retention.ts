import type { EpochMs } from '@replywright/contract/time.ts'
import { settings } from './settings.ts'
import { ShortCache } from './short-cache.ts'
import { entity, key } from './table/entity.ts'

/** A minute: a change of the retention is not urgent, and messages must not cost a read each. */
const recent = new ShortCache<OwnRetention>(60_000)

/** Returns the retention of a deployment's organisations without their own. */
export function deploymentRetention(): Retention {
  return { messageDays: settings.MESSAGE_DAYS, deliveryDays: settings.DELIVERY_DAYS }
}

/** Returns how long new items of an organisation are kept, at most a minute old. */
export async function recentRetention(organizationId: string, now: EpochMs): Promise<Retention> {
  const own = await recent.getOrRead(organizationId, now, async () => {
    const { data } = await RetentionEntity.get({ organizationId }).go()
    return data ?? {}
  })
  return effectiveRetention(own, deploymentRetention())
}

/** How long new items are kept, in days. */
export interface Retention {
  readonly messageDays: number
  readonly deliveryDays: number
}

/** The retention that an organisation chose; undefined or null where that of the deployment applies. */
export interface OwnRetention {
  readonly messageDays?: number | null | undefined
  readonly deliveryDays?: number | null | undefined
}

/**
 * Returns an organisation's retention: its own values, but never more than those of the deployment. Deliveries are not
 * kept for more days than messages, because the erasure of a customer finds them by their messages.
 */
export function effectiveRetention(own: OwnRetention, deployment: Retention): Retention {
  const messageDays = Math.min(own.messageDays ?? deployment.messageDays, deployment.messageDays)
  return {
    messageDays,
    deliveryDays: Math.min(own.deliveryDays ?? deployment.deliveryDays, deployment.deliveryDays, messageDays),
  }
}

/** An organisation's own retention in days. Access: by organisation. No expiry: it is a setting. */
export const RetentionEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'retention', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** Each is absent if that of the deployment applies. */
    messageDays: { type: 'number' },
    deliveryDays: { type: 'number' },
  },
  indexes: {
    byOrganization: { pk: key('pk', 'o#${organizationId}'), sk: key('sk', 'retention') },
  },
}))
