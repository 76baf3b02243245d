import { getLinkSession as endpoint } from '@messaging/contract/link-sessions.ts'
import { viewLinkSession } from '@messaging/core/people/link-sessions/get-link-session.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/msg-link-sessions/{id}/ */
export const handler = route(endpoint, ({ caller, params, now }) => viewLinkSession(caller, params.id, now))
