import type { WebhookHealth } from '@messaging/contract/webhooks.ts'
import { timeOrNull } from '../../platform/clock.ts'
import { DeliveryEntity } from '../delivery-entity.ts'
import { type FinalOutcome, failuresInARow } from '../failure-run.ts'
import { listFinalOutcomes } from '../final-outcomes.ts'
import { isTest } from '../is-test.ts'
import { allShards } from '../shards.ts'
import { readCounts } from '../statistics/read-counts.ts'
import { startOf, summarize } from '../statistics/summarize.ts'
import type { WebhookItem } from './webhook-entity.ts'

type EnabledWebhook = Pick<WebhookItem, 'id' | 'enabledAt' | 'shards'>

/** Deliveries that are searched for the latest success. */
const SEARCHED = 100

/**
 * Returns the health of a webhook. Costs 1.5 read units, and for a webhook whose last outcome is a failure a query of
 * its latest 100 deliveries. `now` in milliseconds.
 */
export async function readHealth(webhook: EnabledWebhook, now: number): Promise<WebhookHealth> {
  const [counts, outcomes] = await Promise.all([
    readCounts(webhook.id, startOf('24h', now)),
    listFinalOutcomes(webhook.id),
  ])
  const lastFailure = outcomes.find(({ kind }) => kind === 'failed')
  const { successRate, delivered, failed, points } = summarize([counts], '24h', now)
  return {
    successRate,
    succeeded: delivered,
    failed,
    lastFailureAt: timeOrNull(lastFailure?.finishedAt),
    lastFailureId: lastFailure?.deliveryId ?? null,
    consecutiveFailures: await consecutiveFailures(outcomes, webhook, 1, now),
    hours: points.map(({ start, ...hour }) => ({
      hour: start,
      delivered: hour.delivered,
      failed: hour.failed,
      pending: hour.pending,
    })),
  }
}

/**
 * Returns the consecutive failures of a webhook, at most 20. Fewer than `atLeast` may include failures before the
 * latest success. `now` in milliseconds.
 */
export async function countConsecutiveFailures(webhook: EnabledWebhook, now: number, atLeast = 1): Promise<number> {
  return await consecutiveFailures(await listFinalOutcomes(webhook.id), webhook, atLeast, now)
}

async function consecutiveFailures(
  outcomes: readonly FinalOutcome[],
  webhook: EnabledWebhook,
  atLeast: number,
  now: number,
): Promise<number> {
  const failures = failuresInARow(outcomes, webhook).length
  if (failures < atLeast) return failures
  // A success usually leaves no outcome.
  return failuresInARow(outcomes, webhook, await findLatestSuccess(webhook, now)).length
}

/** Returns the end of the latest success among the latest deliveries in milliseconds, or 0 if there is none. */
async function findLatestSuccess(webhook: EnabledWebhook, now: number): Promise<number> {
  const latest = await Promise.all(
    allShards(webhook).map((shard) =>
      DeliveryEntity.query
        .byId({ webhookId: webhook.id, shard })
        .where(({ expiresAt }, { gt }) => gt(expiresAt, Math.floor(now / 1000)))
        .go({ order: 'desc', limit: SEARCHED, attributes: ['event', 'test', 'status', 'finishedAt'] }),
    ),
  )
  const succeededAt = latest
    .flatMap(({ data }) => data)
    .map((one) => (one.status === 'delivered' && !isTest(one) ? (one.finishedAt ?? 0) : 0))
  return Math.max(0, ...succeededAt)
}
