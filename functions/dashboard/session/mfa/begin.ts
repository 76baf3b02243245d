import * as mfa from '@messaging/contract/dashboard/mfa.ts'
import { beginMfa } from '@messaging/core/people/sessions/mfa.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/mfa/begin/ */
export const handler = sessionRoute(mfa.beginMfa, async ({ refreshToken }) => ({
  answer: await beginMfa(refreshToken),
}))
