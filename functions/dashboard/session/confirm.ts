import * as session from '@messaging/contract/dashboard/session.ts'
import { confirmSignUp } from '@messaging/core/sessions/sign-up.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/confirm/ */
export const handler = sessionRoute(session.confirmSignUp, async ({ body }) => {
  await confirmSignUp(body)
  return { answer: undefined }
})
