import { getDelivery as endpoint } from '@messaging/contract/dashboard/deliveries.ts'
import { viewDelivery } from '@messaging/core/deliveries/deliveries/delivery-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/webhook-deliveries/{id}/ */
export const handler = route(endpoint, ({ caller, params, now }) => viewDelivery(caller.organizationId, params.id, now))
