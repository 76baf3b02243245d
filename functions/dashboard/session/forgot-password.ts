import * as session from '@messaging/contract/dashboard/session.ts'
import { forgotPassword } from '@messaging/core/people/sessions/reset-password.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/forgot-password/ */
export const handler = sessionRoute(session.forgotPassword, async ({ body }) => {
  await forgotPassword(body.email)
  return { answer: undefined }
})
