import { ShortCache } from '../../platform/short-cache.ts'
import { WebhookEntity } from './webhook-entity.ts'

export interface WebhookKey {
  readonly organizationId: string
  readonly webhookId: string
}

/** A minute: readers find deliveries in fewer shards, too. */
const recent = new ShortCache<number>(60_000)

/** Returns the number of shards of a webhook's log, at most a minute old. `now` in milliseconds. */
export async function recentShards({ organizationId, webhookId: id }: WebhookKey, now: number): Promise<number> {
  let shards = recent.get(id, now)
  if (shards === undefined) {
    const { data } = await WebhookEntity.get({ organizationId, id }).go({ attributes: ['shards'] })
    shards = data?.shards ?? 1
    recent.set(id, shards, now)
  }
  return shards
}

export function forgetRecent({ webhookId }: WebhookKey): void {
  recent.delete(webhookId)
}
