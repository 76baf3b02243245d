import { listLinkSessions } from '@replywright/contract/dashboard/link-sessions.ts'
import { listLinkSessionsWithOrigin } from '@replywright/core/channel/provider/signup/link-sessions.ts'
import { fittingSlice } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(listLinkSessions, async ({ caller, query, now }) =>
    fittingSlice(await listLinkSessionsWithOrigin(caller, query, now)),
  )
