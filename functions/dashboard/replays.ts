import * as replays from '@replywright/contract/dashboard/replays.ts'
import {
  cancelReplay,
  countFailed,
  listReplays,
  replayView,
  startReplay,
} from '@replywright/core/deliveries/replays/replays.ts'
import { route } from '@replywright/http/route.ts'

export const countRoute = () =>
  route(replays.countReplay, ({ caller, params, query, now }) =>
    countFailed(caller.organizationId, params.id, query, now),
  )

export const listRoute = () =>
  route(replays.listReplays, async ({ caller, params, now }) =>
    (await listReplays(caller.organizationId, params.id, now)).map(replayView),
  )

export const startRoute = () =>
  route(replays.startReplay, async ({ caller, params, body, id, now }) =>
    replayView(await startReplay(caller.organizationId, params.id, body, now, { id })),
  )

export const cancelRoute = () =>
  route(replays.cancelReplay, async ({ caller, params, now }) =>
    replayView(await cancelReplay(caller.organizationId, params.id, params.replayId, now)),
  )
