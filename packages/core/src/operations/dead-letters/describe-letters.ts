import { DeliveryReference } from '@messaging/contract/queues.ts'
import * as v from 'valibot'
import { DeliveryEntity, type DeliveryItem } from '../../deliveries/delivery-entity.ts'
import { FIRST_SHARD } from '../../deliveries/shards.ts'
import { WebhookEntity, type WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import type { DeadLetter } from './hold-messages.ts'

export interface DescribedLetter {
  readonly message: DeadLetter
  /** Undefined if the message contains no delivery. */
  readonly reference: DeliveryReference | undefined
  /** Undefined if the delivery was deleted, or the message contains none. */
  readonly delivery: DeliveryItem | undefined
  readonly webhook: WebhookItem | undefined
}

/** Returns the delivery reference in a message's body, or undefined. */
function referenceOf(body: string): DeliveryReference | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), DeliveryReference), body)
  return parsed.success ? parsed.output : undefined
}

export async function describeLetters(messages: readonly DeadLetter[]): Promise<DescribedLetter[]> {
  const referred = messages.map((message) => ({ message, reference: referenceOf(message.body) }))
  const references = referred.flatMap(({ reference }) => (reference ? [reference] : []))
  const [deliveries, webhooks] = await Promise.all([
    batchGet(
      references.map(({ webhookId, shard = FIRST_SHARD, deliveryId: id }) => ({ webhookId, shard, id })),
      (keys) => DeliveryEntity.get(keys).go({ consistent: true }),
    ),
    batchGet(
      references.map(({ organizationId, webhookId }) => ({ organizationId, id: webhookId })),
      (keys) => WebhookEntity.get(keys).go({ consistent: true }),
    ),
  ])
  return referred.map(({ message, reference }) => ({
    message,
    reference,
    delivery: deliveries.find(({ id, webhookId }) => id === reference?.deliveryId && webhookId === reference.webhookId),
    webhook: webhooks.find(
      ({ id, organizationId }) => id === reference?.webhookId && organizationId === reference.organizationId,
    ),
  }))
}
