import { listReplays as endpoint } from '@messaging/contract/dashboard/replays.ts'
import { listReplays } from '@messaging/core/deliveries/replays/get-replay.ts'
import { replayView } from '@messaging/core/deliveries/replays/replay-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/webhooks/{id}/replays/ */
export const handler = route(endpoint, async ({ caller, params, now }) =>
  (await listReplays(caller.organizationId, params.id, now)).map(replayView),
)
