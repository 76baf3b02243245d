import type { DeliveryItem } from './delivery-entity.ts'

/** The source of all events. A rule for one webhook matches its resources, too. */
const SOURCE = 'replywright'

/** Returns what the entry of a delivery has beside the payload, its `detail`. The delivery's id is the same in every attempt. */
export function entryOf({ id, webhookId, event }: Pick<DeliveryItem, 'id' | 'webhookId' | 'event'>) {
  return { Source: SOURCE, DetailType: event, Resources: [`webhook/${webhookId}`, `delivery/${id}`] }
}
