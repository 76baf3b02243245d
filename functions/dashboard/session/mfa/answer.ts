import * as mfa from '@messaging/contract/dashboard/mfa.ts'
import { answerMfa } from '@messaging/core/people/sessions/sign-in.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

/** POST /dashboard-api/session/mfa/answer/ */
export const handler = sessionRoute(mfa.answerMfa, ({ body, origin, now }) => answerMfa(body, origin, now))
