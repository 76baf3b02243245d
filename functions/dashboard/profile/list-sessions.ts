import { listSessions as endpoint } from '@messaging/contract/dashboard/profile.ts'
import { listSessions } from '@messaging/core/people/sessions/list-sessions.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/me/sessions/ */
export const handler = route(endpoint, ({ caller, now }) => listSessions(caller, now))
