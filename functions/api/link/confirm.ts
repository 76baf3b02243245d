import { confirmLink } from '@messaging/contract/link-sessions.ts'
import { confirmLinkSession } from '@messaging/core/people/link-sessions/confirm-link-session.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { originOf } from '@messaging/http/origin.ts'
import { respond } from '@messaging/http/respond.ts'
import { publicRoute } from '@messaging/http/route.ts'

/** POST /link/{token}/confirm/ */
export const handler = publicRoute(confirmLink, async ({ params, body, event }) =>
  respond(event, confirmLink.status, await confirmLinkSession(params.token, body, originOf(event), systemClock)),
)
