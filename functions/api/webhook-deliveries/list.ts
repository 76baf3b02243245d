import { listDeliveries as endpoint } from '@messaging/contract/webhook-deliveries.ts'
import { listDeliveryPage } from '@messaging/core/deliveries/deliveries/list-delivery-page.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/webhook-deliveries/ */
export const handler = route(endpoint, async ({ caller, query, now, event }) =>
  toPage(event, query, await listDeliveryPage(caller.organizationId, query, now)),
)
