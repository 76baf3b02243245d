import { createLinkSession as endpoint } from '@messaging/contract/link-sessions.ts'
import { createLinkSession } from '@messaging/core/people/link-sessions/create-link-session.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/msg-link-sessions/. The answer carries the one-time token, so it is kept for no repeat. */
export const handler = route(endpoint, ({ caller, body, id, now }) => createLinkSession(caller, id, body, now), {
  keepsAnswers: false,
})
