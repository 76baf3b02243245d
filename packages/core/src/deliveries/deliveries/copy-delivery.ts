import { currentRequestId } from '../../platform/log/log-context.ts'
import type { DeliveryItem } from './delivery-entity.ts'
import { getPayload, type NewDelivery, newDelivery } from './new-delivery.ts'

/** The items of a fresh copy of a delivery: the same bytes to the same webhook under a new id. `at` in milliseconds. */
export async function copyDelivery(
  origin: DeliveryItem,
  copy: { readonly id: string; readonly organizationId: string; readonly at: number; readonly group?: string },
): Promise<NewDelivery> {
  const { id: originId, webhookId, event } = origin
  const payload = await getPayload(origin)
  return newDelivery({ ...copy, webhookId, event, payload, originId, requestId: currentRequestId() })
}
