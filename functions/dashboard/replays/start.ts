import { startReplay as endpoint } from '@messaging/contract/dashboard/replays.ts'
import { replayView } from '@messaging/core/deliveries/replays/replay-view.ts'
import { startReplay } from '@messaging/core/deliveries/replays/start-replay.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/webhooks/{id}/replays/ */
export const handler = route(endpoint, async ({ caller, params, body, id, now }) =>
  replayView(await startReplay(caller.organizationId, params.id, body, now, { id })),
)
