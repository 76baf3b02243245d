import type { DeliveryHour, WebhookHealth } from '@messaging/contract/dashboard/webhooks.ts'
import { isoTime } from '../../platform/clock.ts'
import { DELIVERY_SHARD, DeliveryEntity, type DeliveryItem } from '../deliveries/delivery-entity.ts'
import { failuresInARow } from '../deliveries/failure-run.ts'
import { listFinalOutcomes } from '../deliveries/final-outcomes.ts'
import type { WebhookItem } from './webhook-entity.ts'

const HOUR_MILLISECONDS = 3_600_000
const HOURS = 24

export type LatestDelivery = Pick<DeliveryItem, 'id' | 'status' | 'createdAt' | 'finishedAt'>

/** The latest deliveries of a webhook, newest first, whether there are older ones, and the present failures in a row: at most 20. */
export interface LatestDeliveries {
  readonly deliveries: readonly LatestDelivery[]
  readonly more: boolean
  readonly consecutiveFailures: number
}

/** Deliveries that are looked at for one webhook, and for all of a list together. */
const LOOKED_AT_MOST = 100
const LOOKED_AT_IN_ALL = 1000

/** How many deliveries of each of so many webhooks are looked at: at most 100, and about 1,000 together. */
export function lookedAtEach(webhooks: number): number {
  return Math.min(LOOKED_AT_MOST, Math.max(1, Math.floor(LOOKED_AT_IN_ALL / Math.max(1, webhooks))))
}

/** Reads the latest deliveries of a webhook with one query of at most 1 MB, and its final outcomes. `now` in milliseconds. */
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

/** How a webhook fares by its latest deliveries. `now` in milliseconds. */
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

/** The deliveries of the last 24 hours, hour by hour, oldest first. */
export function hoursOf(deliveries: readonly LatestDelivery[], now: number): DeliveryHour[] {
  const first = firstHour(now)
  return Array.from({ length: HOURS }, (_, index) => {
    const begin = first + index * HOUR_MILLISECONDS
    const within = deliveries.filter(({ createdAt }) => createdAt >= begin && createdAt < begin + HOUR_MILLISECONDS)
    const count = (wanted: DeliveryItem['status']) => within.filter(({ status }) => status === wanted).length
    return { hour: isoTime(begin), delivered: count('delivered'), failed: count('failed'), pending: count('pending') }
  })
}

/** From when on the hours count every delivery, in milliseconds. */
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
