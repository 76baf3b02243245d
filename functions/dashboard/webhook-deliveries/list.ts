import { listDeliveries as endpoint } from '@messaging/contract/dashboard/deliveries.ts'
import { viewDeliveries } from '@messaging/core/deliveries/deliveries/delivery-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/webhook-deliveries/ */
export const handler = route(endpoint, ({ caller, query, now }) => viewDeliveries(caller.organizationId, query, now))
