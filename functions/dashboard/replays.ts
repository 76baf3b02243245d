import * as replays from '@messaging/contract/dashboard/replays.ts'
import { COUNTED_AT_MOST } from '@messaging/core/deliveries/list-failed.ts'
import { bulkReplay } from '@messaging/core/deliveries/replays/bulk-replay.ts'
import { cancelReplay } from '@messaging/core/deliveries/replays/cancel-replay.ts'
import { getReplay, listReplays } from '@messaging/core/deliveries/replays/get-replay.ts'
import { replayView } from '@messaging/core/deliveries/replays/replay-view.ts'
import { countFailed, startReplay } from '@messaging/core/deliveries/replays/start-replay.ts'
import { route } from '@messaging/http/route.ts'

export const countRoute = () =>
  route(replays.countReplay, async ({ caller, params, query, now }) => {
    const count = await countFailed(caller.organizationId, params.id, query, now)
    return { count, orMore: count >= COUNTED_AT_MOST }
  })

export const listRoute = () =>
  route(replays.listReplays, async ({ caller, params, now }) =>
    (await listReplays(caller.organizationId, params.id, now)).map(replayView),
  )

export const startRoute = () =>
  route(replays.startReplay, async ({ caller, params, body, id, now }) =>
    replayView(await startReplay(caller.organizationId, params.id, body, now, { id })),
  )

export const getRoute = () =>
  route(replays.getReplay, async ({ caller, params, now }) =>
    replayView(await getReplay(caller.organizationId, params.id, params.replayId, now)),
  )

export const bulkRoute = () =>
  route(replays.bulkReplay, ({ caller, body, id, now }) => bulkReplay(caller.organizationId, body, id, now), {
    keepsResponses: false,
  })

export const cancelRoute = () =>
  route(replays.cancelReplay, async ({ caller, params, now }) =>
    replayView(await cancelReplay(caller.organizationId, params.id, params.replayId, now)),
  )
