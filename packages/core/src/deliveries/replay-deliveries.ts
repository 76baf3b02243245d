import type { ReplayResult } from '@messaging/contract/dashboard/deliveries.ts'
import { derivedTimeId, isLive, timeOfId } from '../platform/clock.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { replayFound, replayRefusal } from './replay-delivery.ts'
import { FIRST_SHARD, shardsOfId } from './shards.ts'
import { listWebhooksWithLog } from './webhooks/get-webhook.ts'
import type { WebhookItem } from './webhooks/webhook-entity.ts'

/** Copies made at the same time. */
const AT_ONCE = 10

/**
 * Sends a new copy of each of up to 100 deliveries. The ids of the copies derive from `requestId`, which sorts by time,
 * so a repeated request sends no second copy. Unknown and foreign deliveries, and those of a disabled or deleted
 * webhook without a copy, are not replayed. `webhookIds` limits the search to these webhooks, which saves reads. `now`
 * in milliseconds.
 */
export async function replayDeliveries(
  organizationId: string,
  { ids, webhookIds }: { readonly ids: readonly string[]; readonly webhookIds?: readonly string[] },
  requestId: string,
  now: number,
): Promise<ReplayResult[]> {
  const webhooks = await listWebhooksWithLog(organizationId)
  const wanted = webhooks.filter(({ id }) => webhookIds === undefined || webhookIds.includes(id))
  const unique = [...new Set(ids)]
  const keys = wanted.flatMap(({ id: webhookId, shards }) =>
    unique.flatMap((id) => shardsOfId(id, shards).map((shard) => ({ webhookId, shard, id }))),
  )
  const deliveries = await batchGet(keys, (some) => DeliveryEntity.get(some).go({ consistent: true }))
  const found = new Map(deliveries.filter((one) => isLive(one, now)).map((one) => [one.id, one]))
  const results: ReplayResult[] = []
  for (let start = 0; start < unique.length; start += AT_ONCE)
    results.push(
      ...(await Promise.all(
        unique.slice(start, start + AT_ONCE).map(async (id): Promise<ReplayResult> => {
          const delivery = found.get(id)
          const copyId = derivedTimeId(timeOfId(requestId), 'replay', requestId, id)
          const refusal = refusalOf(delivery, wanted)
          // The request may repeat one that was interrupted after it had written the copy.
          if (!delivery || (refusal && !(await isStored(delivery.webhookId, copyId))))
            return { id, copyId: null, refusal }
          if (!refusal) await replayFound(organizationId, delivery, copyId)
          return { id, copyId, refusal: null }
        }),
      )),
    )
  return results
}

async function isStored(webhookId: string, id: string): Promise<boolean> {
  const { data } = await DeliveryEntity.get({ webhookId, shard: FIRST_SHARD, id }).go({ consistent: true })
  return data !== null
}

function refusalOf(delivery: DeliveryItem | undefined, webhooks: readonly WebhookItem[]): ReplayResult['refusal'] {
  const webhook = webhooks.find(({ id }) => id === delivery?.webhookId)
  return delivery && webhook ? replayRefusal(webhook) : 'not_found'
}
