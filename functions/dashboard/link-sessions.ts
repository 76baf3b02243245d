import { listLinkSessions } from '@replywright/contract/dashboard/link-sessions.ts'
import { listLinkSessionsWithOrigin } from '@replywright/core/channel/signup/link-sessions.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(listLinkSessions, ({ caller, query, now }) => listLinkSessionsWithOrigin(caller, query, now))
