import * as mfa from '@messaging/contract/dashboard/mfa.ts'
import { enableMfa } from '@messaging/core/people/sessions/mfa.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/mfa/enable/ */
export const handler = sessionRoute(mfa.enableMfa, async ({ refreshToken, body, origin, now }) => {
  await enableMfa(refreshToken, body, origin, now)
  return { answer: undefined, refreshToken: '' }
})
