import { listLinkSessions as endpoint } from '@messaging/contract/link-sessions.ts'
import { listLinkSessions } from '@messaging/core/people/link-sessions/get-link-session.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/msg-link-sessions/ */
export const handler = route(endpoint, ({ caller, query, now }) => listLinkSessions(caller, query, now))
