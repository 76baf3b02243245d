import { replayDelivery as endpoint } from '@messaging/contract/webhook-deliveries.ts'
import { replayDelivery } from '@messaging/core/deliveries/deliveries/replay-delivery.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/webhook-deliveries/{id}/replay/ */
export const handler = route(endpoint, ({ caller, params, now, id }) =>
  replayDelivery(caller.organizationId, params.id, now, id),
)
