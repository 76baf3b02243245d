import * as mfa from '@messaging/contract/dashboard/mfa.ts'
import { disableMfa } from '@messaging/core/people/sessions/mfa.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/mfa/disable/ */
export const handler = sessionRoute(mfa.disableMfa, async ({ refreshToken, body, origin }) => {
  await disableMfa(refreshToken, body, origin)
  return { answer: undefined }
})
