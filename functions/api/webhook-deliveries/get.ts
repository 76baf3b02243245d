import { getDelivery as endpoint } from '@messaging/contract/webhook-deliveries.ts'
import { viewDeliveryDetails } from '@messaging/core/deliveries/deliveries/delivery-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/webhook-deliveries/{id}/ */
export const handler = route(endpoint, ({ caller, params, now }) =>
  viewDeliveryDetails(caller.organizationId, params.id, now),
)
