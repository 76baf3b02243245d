import { listLinkSessions } from '@messaging/contract/dashboard/link-sessions.ts'
import { listLinkSessionsWithOrigin } from '@messaging/core/channel/signup/link-sessions.ts'
import { fittingSlice } from '@messaging/core/platform/paging/fit-response.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(listLinkSessions, async ({ caller, query, now }) =>
    fittingSlice(await listLinkSessionsWithOrigin(caller, query, now)),
  )
