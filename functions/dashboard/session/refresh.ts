import * as session from '@messaging/contract/dashboard/session.ts'
import { refreshSession } from '@messaging/core/people/sessions/sign-in.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/refresh/ */
export const handler = sessionRoute(
  session.refreshSession,
  async ({ refreshToken, origin, now }) => ({ answer: await refreshSession(refreshToken, origin, now) }),
  { endsWhenRefused: true },
)
