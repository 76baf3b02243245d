import * as session from '@messaging/contract/dashboard/session.ts'
import { viewMe } from '@messaging/core/people/users/view-me.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/me/ */
export const handler = route(session.getMe, ({ caller, now }) => viewMe(caller, now))
