import type { Period, Statistics, WebhookResults } from '@messaging/contract/dashboard/statistics.ts'
import { getWebhook } from '../webhooks/get-webhook.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import { readCounts } from './read-counts.ts'
import { resultsOf, startOf, summarize } from './summarize.ts'

/**
 * Returns the statistics of a webhook. Costs 0.5 to 10 read units, by the period and the traffic. `now` in
 * milliseconds.
 * @throws ServiceError 404 for an unknown or foreign webhook
 */
export async function viewStatistics(
  organizationId: string,
  id: string,
  period: Period,
  now: number,
): Promise<Statistics> {
  const webhook = await getWebhook(organizationId, id)
  return summarize([await readCounts(webhook.id, startOf(period, now))], period, now)
}

/** Returns the statistics of webhooks together, and of each that has deliveries. `now` in milliseconds. */
export async function viewAllStatistics(
  webhooks: readonly WebhookItem[],
  period: Period,
  now: number,
): Promise<Statistics & { webhooks: WebhookResults[] }> {
  const since = startOf(period, now)
  const read = await Promise.all(
    webhooks.map(async (webhook) => ({ webhook, counts: await readCounts(webhook.id, since) })),
  )
  const all = summarize(
    read.map(({ counts }) => counts),
    period,
    now,
  )
  const each = read.map(({ webhook: { id, name, enabled, deletedAt }, counts }) => {
    const hours = [...counts].flatMap(([start, hour]) => (start >= since ? [hour] : []))
    return { id, name, enabled, deleted: deletedAt !== undefined, ...resultsOf(hours) }
  })
  return {
    ...all,
    webhooks: each
      .filter(({ delivered, failed, pending }) => delivered + failed + pending > 0)
      .toSorted((one, other) => other.failed - one.failed || other.delivered - one.delivered),
  }
}
