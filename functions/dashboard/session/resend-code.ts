import * as session from '@messaging/contract/dashboard/session.ts'
import { resendCode } from '@messaging/core/sessions/sign-up.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/resend-code/ */
export const handler = sessionRoute(session.resendCode, async ({ body }) => {
  await resendCode(body.email)
  return { answer: undefined }
})
