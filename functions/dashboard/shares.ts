import * as agents from '@replywright/contract/dashboard/agents.ts'
import { acceptShare, leaveShare } from '@replywright/core/agents/shares/my-shares.ts'
import { originOf } from '@replywright/http/origin.ts'
import { route } from '@replywright/http/route.ts'

export const acceptRoute = () =>
  route(agents.acceptShare, ({ caller, params, now, event }) => acceptShare(caller, params.id, originOf(event), now))

export const leaveRoute = () =>
  route(agents.leaveShare, ({ caller, params, now, event }) => leaveShare(caller, params.id, originOf(event), now))
