import { getReplay as endpoint } from '@messaging/contract/replays.ts'
import { getReplay } from '@messaging/core/deliveries/replays/get-replay.ts'
import { replayView } from '@messaging/core/deliveries/replays/replay-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/webhooks/{id}/replays/{replayId}/ */
export const handler = route(endpoint, async ({ caller, params, now }) =>
  replayView(await getReplay(caller.organizationId, params.id, params.replayId, now)),
)
