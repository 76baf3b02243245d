import type { WebhookDelivery } from '@messaging/contract/webhook-deliveries.ts'
import { invalidField } from '../../platform/errors.ts'
import { newerThan } from '../../platform/paging/newest-first.ts'
import { assertReached, type PageAnswer, rangeOf } from '../../platform/paging/page.ts'
import { deliveryView } from './delivery-view.ts'
import { positionAt } from './failed-index.ts'
import { lowestIdAt } from './id-range.ts'
import { type DeliveriesQuery, listDeliveries } from './list-deliveries.ts'

export interface DeliveryPageQuery
  extends Pick<
    DeliveriesQuery,
    'status' | 'webhookId' | 'event' | 'since' | 'until' | 'messageId' | 'conversationId' | 'limit' | 'cursor'
  > {
  readonly offset: number
}

/**
 * A delivery can be stored later than its event: the scheduler sends window events up to a minute late, and a function
 * may be retried.
 */
const SETTLING_MS = 120_000

/**
 * `GET /webhook-deliveries/`: newest first. The newest page continues with the deliveries of the last two minutes, so
 * that a caller who follows the list also gets those that were stored late. Throws 400 for an unknown or foreign
 * webhook, an invalid cursor, or a large offset. `now` in milliseconds.
 */
export async function listDeliveryPage(
  organizationId: string,
  query: DeliveryPageQuery,
  now: number,
): Promise<PageAnswer<WebhookDelivery>> {
  const { webhookId, offset, status } = query
  const { skipped, wanted } = rangeOf(query)
  const read = { ...query, limit: wanted, fillsNewest: false }
  const { items, webhooks, nextCursor, previousCursor } = await listDeliveries(organizationId, read, now)
  if (webhookId !== undefined && webhooks.length === 0)
    throw invalidField('webhookId', 'no such webhook, or it belongs to another organisation')
  assertReached(skipped, nextCursor)
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  const end = offset - skipped + items.length
  const settled = now - SETTLING_MS
  return {
    count: nextCursor === null ? end : end + 1,
    results: items.slice(skipped).map((item) => deliveryView(item, byId.get(item.webhookId))),
    nextCursor,
    previousCursor: previousCursor ?? newerThan(status === 'failed' ? positionAt(settled) : lowestIdAt(settled)),
  }
}
