import { type EventName, eventsAbout } from '@messaging/contract/envelope.ts'
import { DeliveryEntity, type DeliveryItem } from '../../deliveries/deliveries/delivery-entity.ts'
import { firstIdAt } from '../../deliveries/deliveries/index-range.ts'
import { FIRST_SHARD, MOST_SHARDS, shardsOfId } from '../../deliveries/deliveries/shards.ts'
import type { WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { batchGet } from '../../platform/table/batch-get.ts'

export interface DeliveryKey {
  readonly webhookId: string
  readonly id: string
}

const SHORTEST_SPAN_MILLISECONDS = 60_000
/** Limits the read of deliveries that were replayed many times. */
const MOST_REPLAYS = 50

export async function listDeliveriesOf(keys: readonly DeliveryKey[]): Promise<DeliveryItem[]> {
  return await batchGet(
    keys.flatMap(({ webhookId, id }) => shardsOfId(id, MOST_SHARDS).map((shard) => ({ webhookId, shard, id }))),
    (some) => DeliveryEntity.get(some).go({ consistent: true }),
  )
}

/** Adds originals and replays. A failed delivery stores its latest replay only; a replay stores its original. */
export async function addReplays(deliveries: readonly DeliveryItem[]): Promise<DeliveryItem[]> {
  const found = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  for (let latest = deliveries; latest.length > 0 && found.size < deliveries.length + MOST_REPLAYS; ) {
    const keys = latest.flatMap(({ webhookId, originId, replayedAs }) =>
      [originId, replayedAs].flatMap((id) => (id === undefined || found.has(id) ? [] : { webhookId, id })),
    )
    latest = await listDeliveriesOf(keys)
    for (const delivery of latest) found.set(delivery.id, delivery)
  }
  return [...found.values()]
}

/** Lists lifecycle events in a time range, from at most 1 MB of each webhook's log. Payloads are inline. */
export async function listLifecycle(
  webhooks: readonly WebhookItem[],
  conversationId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<DeliveryItem[]> {
  const until = Math.max(to, from + SHORTEST_SPAN_MILLISECONDS)
  const pages = await Promise.all(
    webhooks.map(({ id: webhookId }) =>
      DeliveryEntity.query
        // Lifecycle events are in the first shard, also of a webhook that has more.
        .byId({ webhookId, shard: FIRST_SHARD })
        .between({ id: firstIdAt(from) }, { id: firstIdAt(until + 1) })
        .where(({ payload }, { contains }) => contains(payload, conversationId))
        .go({ pages: 1 }),
    ),
  )
  return pages.flatMap(({ data }) => data.filter(({ event }) => LIFECYCLE.includes(event)))
}

const LIFECYCLE: readonly EventName[] = eventsAbout('conversation')
