import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { EventName } from './envelope.ts'
import { DateTime, None, Uuid } from './fields.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

/** The new copy of a delivery. */
export const ReplayedDelivery = v.object({
  id: v.pipe(Uuid, v.description('The new `X-Service-Delivery`.')),
  originId: v.pipe(Uuid, v.description('The delivery that was copied.')),
  webhookId: Uuid,
  event: EventName,
  status: v.picklist(DELIVERY_STATUSES),
  createdAt: DateTime,
})
export type ReplayedDelivery = v.InferOutput<typeof ReplayedDelivery>

export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-deliveries/{id}/replay/',
  tag: 'Webhook deliveries',
  summary: 'Send a new copy of a delivery',
  description:
    "Sends the stored payload again, byte for byte, with a new delivery id. The copy is sent to the webhook's current URL and signed with its current secret. Returns 409 if the webhook was deleted or is disabled, because the copy could not be delivered.",
  body: None,
  bodyOptional: true,
  status: 201,
  response: ReplayedDelivery,
  errors: [404, 409],
  audit: { action: 'replay', object: 'delivery' },
})
