import * as session from '@messaging/contract/dashboard/session.ts'
import { resetPassword } from '@messaging/core/people/sessions/reset-password.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/reset-password/ */
export const handler = sessionRoute(session.resetPassword, async ({ body, origin, now }) => {
  await resetPassword(body, origin, now)
  return { answer: undefined }
})
