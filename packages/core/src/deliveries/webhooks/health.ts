import type { DeliveryHour, WebhookHealth } from '@messaging/contract/dashboard/webhooks.ts'
import { isoTime } from '../../platform/clock.ts'
import { DELIVERY_SHARD, DeliveryEntity, type DeliveryItem } from '../deliveries/delivery-entity.ts'
import { failuresInARow } from '../deliveries/failure-run.ts'
import { listFinalOutcomes } from '../deliveries/final-outcomes.ts'
import type { WebhookItem } from './webhook-entity.ts'

const HOUR_MILLISECONDS = 3_600_000
const HOURS = 24

export type LatestDelivery = Pick<DeliveryItem, 'id' | 'status' | 'createdAt' | 'finishedAt'>

/** The latest deliveries, newest first, whether older ones exist, and the consecutive failures, at most 20. */
export interface LatestDeliveries {
  readonly deliveries: readonly LatestDelivery[]
  readonly more: boolean
  readonly consecutiveFailures: number
}

/** Deliveries read for one webhook, and for all webhooks of a list. */
const MAX_READ_EACH = 100
const MAX_READ_TOTAL = 1000

/** Returns how many deliveries to read for each of `webhooks` webhooks: at most 100 each and about 1,000 in total. */
export function lookedAtEach(webhooks: number): number {
  return Math.min(MAX_READ_EACH, Math.max(1, Math.floor(MAX_READ_TOTAL / Math.max(1, webhooks))))
}

/** Returns a webhook's latest deliveries (one query, at most 1 MB) and consecutive failures. `now` in milliseconds. */
export async function readLatest(
  webhook: Pick<WebhookItem, 'id' | 'enabledAt'>,
  limit: number,
  now: number,
): Promise<LatestDeliveries> {
  const [{ data: deliveries, cursor }, outcomes] = await Promise.all([
    DeliveryEntity.query
      .byId({ webhookId: webhook.id, shard: DELIVERY_SHARD })
      .where(({ expiresAt }, { gt }) => gt(expiresAt, Math.floor(now / 1000)))
      .go({ order: 'desc', limit, attributes: ['id', 'event', 'status', 'createdAt', 'finishedAt'] }),
    listFinalOutcomes(webhook.id),
  ])
  const succeededAt = deliveries.map(({ event, status, finishedAt }) =>
    status === 'delivered' && event !== 'test.ping' ? (finishedAt ?? 0) : 0,
  )
  const consecutiveFailures = failuresInARow(outcomes, webhook, Math.max(0, ...succeededAt)).length
  return { deliveries, more: cursor !== null, consecutiveFailures }
}

/**
 * Returns the consecutive failures of a webhook, at most 20. Reads the latest deliveries only if there may be `atLeast`
 * of them: a success usually leaves no outcome. `now` in milliseconds.
 */
export async function countConsecutiveFailures(
  webhook: Pick<WebhookItem, 'id' | 'enabledAt'>,
  atLeast: number,
  now: number,
): Promise<number> {
  const outcomes = await listFinalOutcomes(webhook.id)
  const failures = failuresInARow(outcomes, webhook).length
  return failures < atLeast ? failures : (await readLatest(webhook, MAX_READ_EACH, now)).consecutiveFailures
}

/** Returns the health of a webhook based on its latest deliveries. `now` in milliseconds. */
export function healthOf({ deliveries, more, consecutiveFailures }: LatestDeliveries, now: number): WebhookHealth {
  const succeeded = deliveries.filter(({ status }) => status === 'delivered').length
  const failures = deliveries.filter(({ status }) => status === 'failed')
  const failed = failures.length
  const failedAt = failures.map(({ finishedAt, createdAt }) => finishedAt ?? createdAt)
  return {
    successRate: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
    succeeded,
    failed,
    lookedAt: deliveries.length,
    lastFailureAt: failedAt.length === 0 ? null : isoTime(Math.max(...failedAt)),
    consecutiveFailures,
    hours: hoursOf(deliveries, now),
    hoursSince: isoTime(completeSince({ deliveries, more }, now)),
  }
}

/** Returns the delivery counts of the last 24 hours, oldest hour first. */
export function hoursOf(deliveries: readonly LatestDelivery[], now: number): DeliveryHour[] {
  const first = firstHour(now)
  return Array.from({ length: HOURS }, (_, index) => {
    const begin = first + index * HOUR_MILLISECONDS
    const within = deliveries.filter(({ createdAt }) => createdAt >= begin && createdAt < begin + HOUR_MILLISECONDS)
    const count = (wanted: DeliveryItem['status']) => within.filter(({ status }) => status === wanted).length
    return { hour: isoTime(begin), delivered: count('delivered'), failed: count('failed'), pending: count('pending') }
  })
}

/** Returns the time from which the hours count every delivery, in milliseconds. */
export function completeSince(
  { deliveries, more }: Pick<LatestDeliveries, 'deliveries' | 'more'>,
  now: number,
): number {
  const oldest = deliveries.at(-1)
  return more && oldest ? Math.max(firstHour(now), oldest.createdAt) : firstHour(now)
}

function firstHour(now: number): number {
  return (Math.floor(now / HOUR_MILLISECONDS) - HOURS + 1) * HOUR_MILLISECONDS
}
