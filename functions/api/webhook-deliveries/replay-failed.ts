import { replayFailed as endpoint } from '@messaging/contract/replays.ts'
import { bulkReplay } from '@messaging/core/deliveries/replays/bulk-replay.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/webhook-deliveries/replay/ */
export const handler = route(
  endpoint,
  ({ caller, body, id, now }) => bulkReplay(caller.organizationId, body, id, now),
  { keepsAnswers: false },
)
