import * as session from '@messaging/contract/dashboard/session.ts'
import { signOut } from '@messaging/core/people/sessions/sign-out.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/sign-out/ */
export const handler = sessionRoute(session.signOut, async ({ refreshToken, now }) => {
  await signOut(refreshToken, now)
  return { answer: undefined, refreshToken: '' }
})
