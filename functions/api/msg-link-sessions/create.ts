import { createLinkSession as endpoint } from '@messaging/contract/link-sessions.ts'
import { createLinkSession } from '@messaging/core/people/link-sessions/create-link-session.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/msg-link-sessions/. The response contains the one-time token, so it is not stored for idempotent repeats. */
export const handler = route(endpoint, ({ caller, body, id, now }) => createLinkSession(caller, id, body, now), {
  keepsAnswers: false,
})
