import { endSession as endpoint } from '@messaging/contract/dashboard/profile.ts'
import { endSession } from '@messaging/core/people/sessions/list-sessions.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /dashboard-api/v1/me/sessions/{id}/ */
export const handler = route(endpoint, ({ caller, params, now }) => endSession(caller, params.id, now))
