import * as session from '@messaging/contract/dashboard/session.ts'
import { signUp } from '@messaging/core/people/sessions/sign-up.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/sign-up/ */
export const handler = sessionRoute(session.signUp, async ({ body, now }) => {
  await signUp(body.email, now)
  return { answer: undefined }
})
