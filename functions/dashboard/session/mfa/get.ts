import * as mfa from '@messaging/contract/dashboard/mfa.ts'
import { getMfa } from '@messaging/core/people/sessions/mfa.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** GET /dashboard-api/session/mfa/ */
export const handler = sessionRoute(mfa.getMfa, async ({ refreshToken }) => ({
  answer: await getMfa(refreshToken),
}))
