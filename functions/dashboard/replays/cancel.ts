import { cancelReplay as endpoint } from '@messaging/contract/dashboard/replays.ts'
import { cancelReplay } from '@messaging/core/deliveries/replays/cancel-replay.ts'
import { replayView } from '@messaging/core/deliveries/replays/replay-view.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/webhooks/{id}/replays/{replayId}/cancel/ */
export const handler = route(endpoint, async ({ caller, params, now }) =>
  replayView(await cancelReplay(caller.organizationId, params.id, params.replayId, now)),
)
