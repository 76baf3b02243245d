import * as session from '@messaging/contract/dashboard/session.ts'
import { signIn } from '@messaging/core/people/sessions/sign-in.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/sign-in/ */
export const handler = sessionRoute(session.signIn, ({ body, origin, now }) => signIn(body, origin, now))
