import { replayDeliveries as endpoint } from '@messaging/contract/dashboard/deliveries.ts'
import { replayDeliveries } from '@messaging/core/deliveries/deliveries/replay-deliveries.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/webhook-deliveries/replay/ */
export const handler = route(
  endpoint,
  async ({ caller, body, id, now }) => ({ results: await replayDeliveries(caller.organizationId, body, id, now) }),
  { keepsAnswers: false },
)
