import { ShortCache } from '../../platform/short-cache.ts'
import { isSlowAt } from './slow-endpoints.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

export interface WebhookKey {
  readonly organizationId: string
  readonly webhookId: string
}

type RecentWebhook = Pick<WebhookItem, 'shards' | 'slowUntil'>

/** A minute: readers find deliveries in fewer shards, and the group of a message only affects its order. */
const recent = new ShortCache<RecentWebhook>(60_000)

/** Returns how to store and send a webhook's deliveries, at most a minute old. `now` in milliseconds. */
export async function readRecently(
  { organizationId, webhookId: id }: WebhookKey,
  now: number,
): Promise<{ shards: number; isSlow: boolean }> {
  let webhook = recent.get(id, now)
  if (!webhook) {
    const { data } = await WebhookEntity.get({ organizationId, id }).go({ attributes: ['shards', 'slowUntil'] })
    webhook = data ?? {}
    recent.set(id, webhook, now)
  }
  return { shards: webhook.shards ?? 1, isSlow: isSlowAt(webhook, now) }
}

export function forgetRecent({ webhookId }: WebhookKey): void {
  recent.delete(webhookId)
}
