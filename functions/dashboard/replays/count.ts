import { countReplay as endpoint } from '@messaging/contract/dashboard/replays.ts'
import { COUNTED_AT_MOST } from '@messaging/core/deliveries/deliveries/list-failed.ts'
import { countFailed } from '@messaging/core/deliveries/replays/start-replay.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/webhooks/{id}/failed-count/ */
export const handler = route(endpoint, async ({ caller, params, query, now }) => {
  const count = await countFailed(caller.organizationId, params.id, query, now)
  return { count, orMore: count >= COUNTED_AT_MOST }
})
