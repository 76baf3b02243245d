import * as session from '@messaging/contract/dashboard/session.ts'
import { chooseNewPassword } from '@messaging/core/people/sessions/sign-in.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/new-password/ */
export const handler = sessionRoute(session.chooseNewPassword, ({ body, origin, now }) =>
  chooseNewPassword(body, origin, now),
)
