import * as replays from '@replywright/contract/dashboard/replays.ts'
import {
  cancelReplay,
  countFailed,
  listReplays,
  startReplay,
  viewReplay,
  viewReplays,
} from '@replywright/core/deliveries/replays/replays.ts'
import { route } from '@replywright/http/route.ts'

export const countRoute = () =>
  route(replays.countReplay, ({ caller, params, query, now }) =>
    countFailed(caller.organizationId, params.id, query, now),
  )

export const listRoute = () =>
  route(replays.listReplays, async ({ caller, params, now }) =>
    viewReplays(await listReplays(caller.organizationId, params.id, now)),
  )

export const startRoute = () =>
  route(replays.startReplay, async ({ caller, params, body, id, now }) =>
    viewReplay(await startReplay(caller.organizationId, params.id, body, now, { id })),
  )

export const cancelRoute = () =>
  route(replays.cancelReplay, async ({ caller, params, now }) =>
    viewReplay(await cancelReplay(caller.organizationId, params.id, params.replayId, now)),
  )
