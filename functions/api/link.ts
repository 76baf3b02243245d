import * as linkSessions from '@messaging/contract/link-sessions.ts'
import { confirmLinkSession } from '@messaging/core/people/link-sessions/confirm-link-session.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { originOf } from '@messaging/http/origin.ts'
import { respond } from '@messaging/http/respond.ts'
import { publicRoute } from '@messaging/http/route.ts'
import { linkPage } from '@messaging/pages/link/link-page.ts'
import { linkReturnPage } from '@messaging/pages/link/link-return-page.ts'

export const pageRoute = () =>
  publicRoute(linkSessions.linkPage, ({ params, event, now }) => linkPage(params.token, event, now))

export const returnRoute = () => publicRoute(linkSessions.linkReturnPage, async ({ event }) => linkReturnPage(event))

export const confirmRoute = () =>
  publicRoute(linkSessions.confirmLink, async ({ params, body, event }) =>
    respond(
      event,
      linkSessions.confirmLink.status,
      await confirmLinkSession(params.token, body, originOf(event), systemClock),
    ),
  )
