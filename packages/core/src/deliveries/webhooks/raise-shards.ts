import type { EpochMs } from '@replywright/contract/time.ts'
import { systemClock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { isHotPartition } from '../../platform/table/retry-contention.ts'
import { MOST_SHARDS } from '../shards.ts'
import { WebhookEntity } from './webhook-entity.ts'

interface WebhookKey {
  readonly organizationId: string
  readonly webhookId: string
}

/** A minute: readers find deliveries in fewer shards, too. */
const recent = new ShortCache<number>(60_000)

/** Returns the number of shards of a webhook's log, at most a minute old. */
export async function recentShards({ organizationId, webhookId: id }: WebhookKey, now: EpochMs): Promise<number> {
  return await recent.getOrRead(id, now, async () => {
    const { data } = await WebhookEntity.get({ organizationId, id }).go({ attributes: ['shards'] })
    return data?.shards ?? 1
  })
}

function forgetRecent({ webhookId }: WebhookKey): void {
  recent.delete(webhookId)
}

/** Time for the writers to use new shards before their number is raised again. */
const PAUSE_MILLISECONDS = 120_000

/**
 * Runs a write to a webhook's log. If its partition is throttled, doubles the webhook's shards, and throws the error.
 */
export async function withShardsRaised<T>(webhook: WebhookKey, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isHotPartition(error)) await raiseShards(webhook, systemClock())
    throw error
  }
}

/** Doubles the shards of a webhook, up to 16, at most once in two minutes. */
export async function raiseShards(webhook: WebhookKey, now: EpochMs): Promise<void> {
  const { organizationId, webhookId: id } = webhook
  const { data } = await WebhookEntity.get({ organizationId, id }).go({ consistent: true })
  if (!data || (data.shards ?? 1) >= MOST_SHARDS) return
  const { shardsRaisedAt: raisedAt } = data
  if (raisedAt !== undefined && raisedAt > now - PAUSE_MILLISECONDS) return forgetRecent(webhook)
  const shards = 2 * (data.shards ?? 1)
  const written = await WebhookEntity.patch({ organizationId, id })
    .set({ shards, shardsRaisedAt: now })
    .where((stored, { eq, notExists }) =>
      raisedAt === undefined ? notExists(stored.shardsRaisedAt) : eq(stored.shardsRaisedAt, raisedAt),
    )
    .go({ returnOnConditionCheckFailure: true })
  forgetRecent(webhook)
  if (!written.rejected) log('webhook.shards_raised', { organizationId, webhookId: id, shards })
}
