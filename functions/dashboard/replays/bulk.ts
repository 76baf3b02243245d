import { bulkReplay as endpoint } from '@messaging/contract/dashboard/replays.ts'
import { bulkReplay } from '@messaging/core/deliveries/replays/bulk-replay.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/replays/ */
export const handler = route(
  endpoint,
  ({ caller, body, id, now }) => bulkReplay(caller.organizationId, body, id, now),
  { keepsAnswers: false },
)
