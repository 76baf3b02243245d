import { listLinkSessions } from '@messaging/contract/dashboard/link-sessions.ts'
import { listLinkSessionsWithOrigin } from '@messaging/core/channel/signup/link-sessions.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(listLinkSessions, ({ caller, query, now }) => listLinkSessionsWithOrigin(caller, query, now))
